import { describe, expect, it } from 'vitest';
import { coveredFee } from '../../contract/card-fee.ts';
import { Refused } from '../../contract/errors.ts';
import { transition } from '../../contract/states/machine.ts';
import {
  endRecurringDonation,
  isDue,
  nextDonationAt,
  pauseRecurringDonation,
  recurringDonationMachine,
  resumeRecurringDonation,
  type RecurringDonationCommand,
} from '../../contract/states/recurring-donation.ts';
import {
  recurringDonationStates,
  type RecurringFrequency,
  type RecurringDonationState,
} from '../../contract/values.ts';
import { sampleTime } from '../helpers/field-cases.ts';
import { recurringRow } from '../helpers/recurring-donations.ts';

/** The state after each command; `same` for a no-op, null if the command is invalid. */
const table: Record<
  RecurringDonationState,
  Record<RecurringDonationCommand, RecurringDonationState | 'same' | null>
> = {
  active: { pause: 'paused', resume: 'same', end: 'ended', pay: 'active', decline: 'past_due' },
  past_due: { pause: 'paused', resume: 'same', end: 'ended', pay: 'active', decline: 'past_due' },
  paused: { pause: 'same', resume: 'active', end: 'ended', pay: null, decline: null },
  ended: { pause: null, resume: null, end: 'same', pay: null, decline: null },
};

describe('the state machine of a recurring donation', () => {
  it.each(recurringDonationStates)(
    'a recurring donation that is %s accepts exactly the commands of the state table',
    (state) => {
      for (const [command, expected] of Object.entries(table[state]) as [RecurringDonationCommand, string | null][]) {
        const result = transition(recurringDonationMachine, state, command);
        const actual = result.kind === 'transition' ? result.to : result.kind === 'noop' ? 'same' : null;
        expect([command, actual]).toEqual([command, expected]);
      }
    },
  );

  it('a recurring donation has no next charge while it is paused or ended', () => {
    const failed = recurringRow({ state: 'past_due', next_try_at: sampleTime, failed_at: sampleTime });
    expect(pauseRecurringDonation(failed)).toMatchObject({
      state: 'paused',
      next_at: null,
      next_try_at: null,
      failed_at: sampleTime,
    });
    expect(endRecurringDonation(failed)).toMatchObject({ state: 'ended', next_at: null, next_try_at: null });
  });

  it('a resumed recurring donation is charged on its first future date, and its failed charge is cleared', () => {
    const paused = recurringRow({
      ...{ state: 'paused', started_at: '2026-01-31T10:00:00.000Z', next_at: null, failed_at: sampleTime },
    });
    expect(resumeRecurringDonation(paused, '2026-04-30T10:00:00.000Z')).toMatchObject({
      ...{ state: 'active', next_at: '2026-05-31T10:00:00.000Z', failed_at: null },
    });
  });

  it('repeated commands leave a recurring donation unchanged, and an ended one cannot be resumed', () => {
    const row = recurringRow();
    expect(resumeRecurringDonation(row, sampleTime)).toBe(row);
    const ended = endRecurringDonation(row);
    expect(endRecurringDonation(ended)).toBe(ended);
    expect(() => resumeRecurringDonation(ended, sampleTime)).toThrow(Refused);
    expect(() => pauseRecurringDonation(ended)).toThrow('donation_state');
  });

  it.each<[RecurringDonationState, boolean]>([
    ['active', true],
    ['past_due', true],
    ['paused', false],
    ['ended', false],
  ])('a recurring donation in the state %s is charged on its next date: %s', (state, expected) => {
    expect(isDue({ state, next_at: sampleTime }, sampleTime)).toBe(expected);
    expect(isDue({ state, next_at: '2026-06-01T00:00:00.000Z' }, sampleTime)).toBe(false);
  });
});

describe('the dates of a recurring donation', () => {
  const dates = (frequency: RecurringFrequency, count: number): string[] => {
    const started_at = '2027-11-30T10:00:00.000Z';
    const actual = [started_at];
    while (actual.length <= count) actual.push(nextDonationAt({ started_at, frequency }, actual.at(-1)!));
    return actual.slice(1).map((date) => date.slice(0, 10));
  };

  it.each<[RecurringFrequency, string[]]>([
    ['monthly', ['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30']],
    ['quarterly', ['2028-02-29', '2028-05-30', '2028-08-30', '2028-11-30']],
    ['yearly', ['2028-11-30', '2029-11-30']],
  ])(
    'a %s donation keeps the day of the month of its first payment, even after a shorter month',
    (frequency, expected) => {
      expect(dates(frequency, expected.length)).toEqual(expected);
    },
  );
});

describe('the fee that a donor covers', () => {
  /** Returns the fee that the provider deducts from a charge: 2.9% and 30 cents. */
  const feeOf = (charged: number) => Math.round(charged * 0.029) + 30;

  it.each([
    [1_000, 61],
    [5_000, 181],
    [10_000, 330],
  ])('the fee that is added to a gift of %d cents is %d cents', (gift, fee) => {
    expect(coveredFee(gift)).toBe(fee);
  });

  it("a gift with a covered fee arrives in full, or with one cent more, after the provider's fee", () => {
    for (let gift = 100; gift <= 10_000_000; gift += 9_973) {
      const charged = gift + coveredFee(gift);
      expect(charged - feeOf(charged) - gift).toBeGreaterThanOrEqual(0);
      expect(charged - feeOf(charged) - gift).toBeLessThanOrEqual(1);
    }
  });
});
