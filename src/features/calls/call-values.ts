import type { Interaction } from '../../../contract/entities/interaction.ts';
import { z } from '../../../contract/zod.ts';
import type { AppForm } from '../../forms/use-app-form.ts';
import { callFaults, type CallDraft, type CallFaults } from './draft.ts';
import { outcomeFaults } from './outcome.ts';

export type CallFormApi = AppForm<CallDraft>;

/** The field that shows an error. */
const fields = {
  person: 'contact_id',
  at: 'at',
  result: 'result',
  length: 'minutes',
  note: 'note',
  follow_up: 'follow_up_at',
} as const satisfies Record<keyof CallFaults, keyof CallDraft>;

const errorNames = ['person', 'result', 'follow_up', 'at', 'length', 'note'] as const;

function checked(faultsOf: (draft: CallDraft) => CallFaults) {
  return z.check<CallDraft>(({ value, issues }) => {
    const faults = faultsOf(value);
    for (const name of errorNames) {
      const message = faults[name];
      if (message !== undefined) issues.push({ code: 'custom', path: [fields[name]], message, input: value });
    }
  });
}

/**
 * Checks a whole entry. `row` is the stored one, whose unchanged fields are not checked again. `complete` adds what is
 * not typed.
 */
export const callSchema = (
  now: () => number,
  row: Interaction | null,
  complete = (draft: CallDraft): CallDraft => draft,
) => z.pipe(z.custom<CallDraft>(), z.transform(complete)).check(checked((draft) => callFaults(draft, now(), row)));

/** Checks how a call ended. */
export const outcomeSchema = (now: () => number) =>
  z.custom<CallDraft>().check(checked((draft) => outcomeFaults(draft, now())));

/** Sets the fields that differ, as one change of the person. An invalid one is checked again. */
export function setValues({ getValues, getFieldState, setValue }: CallFormApi, next: CallDraft): void {
  const before = getValues();
  const names = Object.keys(next) as (keyof CallDraft)[];
  for (const name of names) {
    if (next[name] === before[name]) continue;
    setValue(name, next[name], { shouldDirty: true, shouldValidate: getFieldState(name).invalid });
  }
}
