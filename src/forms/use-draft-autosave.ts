import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Where the draft of a form is stored. */
export interface DraftTarget<Values> {
  save: (values: Values) => Promise<void>;
  drop: () => Promise<void>;
}

type Watched<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'subscribe'>;

/**
 * Saves a form on every change, at once: the database applies the writes in their order, and what is typed is safe within
 * the milliseconds that a write takes. Returns what drops the draft, for when the form was saved; what is changed later is
 * a new draft. A failure is ignored: a full disk stores no drafts, and the form itself still has the values.
 */
export function useDraftAutosave<Values extends FieldValues>(
  form: Watched<Values>,
  target: DraftTarget<Values>,
): () => Promise<void> {
  const save = useEffectEvent(() => void target.save(form.getValues()).catch(() => {}));
  const { subscribe } = form;
  useEffect(() => subscribe({ formState: { values: true }, callback: () => save() }), [subscribe]);
  return () => target.drop().catch(() => {});
}
