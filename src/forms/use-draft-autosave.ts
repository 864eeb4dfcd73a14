import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The place where the draft of a form is stored. */
export interface DraftTarget<Values> {
  save: (values: Values) => Promise<void>;
  drop: () => Promise<void>;
}

type WatchedForm<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'subscribe'>;

/**
 * Saves the draft of a form on every change, without debouncing, so that text is stored within milliseconds of being
 * typed. Returns a function that deletes the draft; call it after the form was saved. Later changes create a new draft.
 * Errors are ignored: if the disk is full, no draft is stored, but the form keeps its values.
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
