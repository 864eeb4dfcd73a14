import type { Interaction } from '../../../contract/entities/interaction.ts';
import { z } from '../../../contract/zod.ts';
import type { AppForm } from '../../forms/use-app-form.ts';
import { callErrors, type CallDraft, type CallErrors } from './draft.ts';
import { outcomeErrors } from './outcome.ts';

export type CallFormApi = AppForm<CallDraft>;

/** Maps each error of a call to the form field that shows it. */
const fields = {
  person: 'contact_id',
  at: 'at',
  result: 'result',
  length: 'minutes',
  note: 'note',
  follow_up: 'follow_up_at',
} as const satisfies Record<keyof CallErrors, keyof CallDraft>;

const errorNames = ['person', 'result', 'follow_up', 'at', 'length', 'note'] as const;

function checkErrors(errorsOf: (draft: CallDraft) => CallErrors) {
  return z.check<CallDraft>(({ value, issues }) => {
    const errors = errorsOf(value);
    for (const name of errorNames) {
      const message = errors[name];
      if (message !== undefined) issues.push({ code: 'custom', path: [fields[name]], message, input: value });
    }
  });
}

/**
 * Returns the schema of a logged call. `row` is the stored call, whose unchanged fields are not validated again.
 * `complete` adds the values that are not typed.
 */
export const callSchema = (
  now: () => number,
  row: Interaction | null,
  complete = (draft: CallDraft): CallDraft => draft,
) => z.pipe(z.custom<CallDraft>(), z.transform(complete)).check(checkErrors((draft) => callErrors(draft, now(), row)));

/** Validates the outcome of a call. */
export const outcomeSchema = (now: () => number) =>
  z.custom<CallDraft>().check(checkErrors((draft) => outcomeErrors(draft, now())));

/** Sets the changed fields as if the user had typed them. Fields that have an error are validated again. */
export function setCallValues({ getValues, getFieldState, setValue }: CallFormApi, next: CallDraft): void {
  const before = getValues();
  const names = Object.keys(next) as (keyof CallDraft)[];
  for (const name of names) {
    if (next[name] === before[name]) continue;
    setValue(name, next[name], { shouldDirty: true, shouldValidate: getFieldState(name).invalid });
  }
}
