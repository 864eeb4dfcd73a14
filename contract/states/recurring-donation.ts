import type { RecurringDonation } from '../entities/recurring-donation.ts';
import { Refused } from '../errors.ts';
import { recurringDonationStates, type RecurringFrequency, type RecurringDonationState } from '../values.ts';
import { transition, type Machine } from './machine.ts';
import { addMonths } from './subscription.ts';

export type RecurringDonationCommand = 'pause' | 'resume' | 'end' | 'pay' | 'decline';

/**
 * State machine of a recurring donation. The card is charged only in `active` and, after a failed charge, in
 * `past_due`. A payment that arrives after the donation was paused or ended is refunded.
 */
export const recurringDonationMachine: Machine<RecurringDonationState, RecurringDonationCommand> = {
  states: recurringDonationStates,
  commands: {
    pause: { from: ['active', 'past_due'], to: 'paused', noop: ['paused'] },
    resume: { from: ['paused'], to: 'active', noop: ['active', 'past_due'] },
    end: { from: ['active', 'past_due', 'paused'], to: 'ended', noop: ['ended'] },
    pay: { from: ['active', 'past_due'], to: 'active', noop: [] },
    decline: { from: ['active', 'past_due'], to: 'past_due', noop: [] },
  },
};

const monthsPerCharge: Record<RecurringFrequency, number> = { monthly: 1, quarterly: 3, yearly: 12 };

type Schedule = Pick<RecurringDonation, 'started_at' | 'frequency'>;

/**
 * Returns the first date of a recurring donation after an instant. The dates are counted from the first payment, so
 * that a donation that began on the 31st is charged on the 31st again after a shorter month.
 */
export function nextDonationAt({ started_at, frequency }: Schedule, after: string): string {
  for (let count = 1; ; count += 1) {
    const date = addMonths(started_at, count * monthsPerCharge[frequency]);
    if (date > after) return date;
  }
}

type Row = Schedule & Pick<RecurringDonation, 'state' | 'next_at' | 'next_try_at' | 'failed_at'>;

const notDue = { next_at: null, next_try_at: null } as const;

/**
 * Returns the row after its donor has issued a command; the same row if the command changes nothing. Throws
 * `donation_state`.
 */
function runCommand<R extends Row>(row: R, command: 'pause' | 'resume' | 'end', fields: Partial<Row>): R {
  const result = transition(recurringDonationMachine, row.state, command);
  if (result.kind === 'invalid') throw new Refused('donation_state', { state: row.state, command });
  return result.kind === 'noop' ? row : { ...row, ...fields, state: result.to };
}

/** Stops the charges until the donation is resumed. */
export const pauseRecurringDonation = <R extends Row>(row: R): R => runCommand(row, 'pause', notDue);

/** Continues the charges at the next date after `at`. Dates that have passed in the meantime are not charged. */
export const resumeRecurringDonation = <R extends Row>(row: R, at: string): R =>
  runCommand(row, 'resume', { ...notDue, failed_at: null, next_at: nextDonationAt(row, at) });

/** Stops the charges permanently. */
export const endRecurringDonation = <R extends Row>(row: R): R => runCommand(row, 'end', notDue);

/**
 * Whether the charge for the date `due_at` must still be made, for the first time or again: true if `due_at` is the
 * donation's next date and the donation is neither paused nor ended.
 */
export const isDue = ({ state, next_at }: Pick<Row, 'state' | 'next_at'>, due_at: string): boolean =>
  transition(recurringDonationMachine, state, 'pay').kind === 'transition' && next_at === due_at;
