import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const SAVE_EVERY_MS = 2000;

/** Where the draft of a form is stored. */
export interface DraftTarget<Values> {
  save: (values: Values) => Promise<void>;
  drop: () => Promise<void>;
}

type Watched<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'subscribe'>;

/**
 * Saves a changed form every two seconds, and at once when the page is hidden or the form unmounts. Returns what drops
 * the draft, for when the form was saved; what is changed later is a new draft. A failure is ignored: a full disk stores
 * no drafts, and the form itself still has the values.
 */
export function useDraftAutosave<Values extends FieldValues>(
  form: Watched<Values>,
  target: DraftTarget<Values>,
): () => Promise<void> {
  const isChanged = useRef(false);
  const save = useEffectEvent(() => {
    if (!isChanged.current) return;
    isChanged.current = false;
    void target.save(form.getValues()).catch(() => {});
  });
  const { subscribe } = form;
  useEffect(() => {
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        isChanged.current = true;
      },
    });
    const timer = setInterval(() => save(), SAVE_EVERY_MS);
    const flush = (): void => save();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      unsubscribe();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      save();
    };
  }, [subscribe]);
  return async () => {
    isChanged.current = false;
    await target.drop().catch(() => {});
  };
}
