import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Where the draft of a form is stored. */
export interface DraftTarget<Values> {
  save: (values: Values) => Promise<void>;
  drop: () => Promise<void>;
}

type WatchedForm<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'subscribe'>;

/**
 * Saves the draft of a form immediately on every change. The database applies the writes in order, and typed text is
 * safe after the few milliseconds that a write takes. Returns a function that deletes the draft once the form has been
 * saved; later changes start a new draft. A failure is ignored: on a full disk no draft is stored, but the form itself
 * still has the values.
 */
export function useDraftAutosave<Values extends FieldValues>(
  form: WatchedForm<Values>,
  target: DraftTarget<Values>,
): () => Promise<void> {
  const save = useEffectEvent(() => void target.save(form.getValues()).catch(() => {}));
  const { subscribe } = form;
  useEffect(() => subscribe({ formState: { values: true }, callback: () => save() }), [subscribe]);
  return () => target.drop().catch(() => {});
}
