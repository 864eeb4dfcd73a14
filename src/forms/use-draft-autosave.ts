import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Where the draft of a form is stored. */
export interface DraftTarget<Values> {
  save: (values: Values) => Promise<void>;
  drop: () => Promise<void>;
}

type Watched<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'subscribe'>;

/**
 * Saves a form on every change, so that a reload or a kill loses nothing typed; while one save is running, later changes
 * wait for the next. Returns what drops the draft, for when the form was saved; what is changed later is a new draft. A
 * failure is ignored: a full disk stores no drafts, and the form itself still has the values.
 */
export function useDraftAutosave<Values extends FieldValues>(
  form: Watched<Values>,
  target: DraftTarget<Values>,
): () => Promise<void> {
  const isChanged = useRef(false);
  const save = useEffectEvent(() => target.save(form.getValues()).catch(() => {}));
  const { subscribe } = form;
  useEffect(() => {
    let isSaving = false;
    const saveChanges = async (): Promise<void> => {
      if (isSaving) return;
      isSaving = true;
      while (isChanged.current) {
        isChanged.current = false;
        await save();
      }
      isSaving = false;
    };
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        isChanged.current = true;
        void saveChanges();
      },
    });
    return () => {
      unsubscribe();
      void saveChanges();
    };
  }, [subscribe]);
  return async () => {
    isChanged.current = false;
    await target.drop().catch(() => {});
  };
}
