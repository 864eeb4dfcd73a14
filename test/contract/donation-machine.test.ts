import { describe, expect, it } from 'vitest';
import type { Donation } from '../../contract/entities/donation.ts';
import { Refused } from '../../contract/errors.ts';
import { transition } from '../../contract/states/machine.ts';
import {
  confirmDonation,
  correctDonation,
  donationMachine,
  isOwnDonation,
  isPaidAtValid,
  mayBeDuplicates,
  needsManager,
  rejectDonation,
  type DonationCommand,
} from '../../contract/states/donation.ts';
import { donationStates, type DonationState } from '../../contract/values.ts';
import { donationRow } from '../helpers/donation-row.ts';
import { sampleTime, sampleId } from '../helpers/field-cases.ts';

const [donor, author, other] = [sampleId(1), sampleId(2), sampleId(3)];
const minutes = (count: number) => new Date(Date.parse(sampleTime) + count * 60_000).toISOString();
const DAY = 24 * 60;

const donationIn = (state: DonationState, more: Partial<Donation> = {}): Donation =>
  donationRow({ state, photo: { sha256: 'a'.repeat(64), mime: 'image/png' }, ...more });

const correction = {
  amount_cents: 12_500,
  purpose: 'books',
  purpose_text: '',
  method: 'cash',
  paid_at: sampleTime,
  comment: 'Two notes',
  is_anonymous: false,
} as const;

const employee = { user_id: other, user_name: 'Olga', is_manager: false };
const manager = { ...employee, is_manager: true };
const confirm = (donation: Donation, by = employee, amount_cents = donation.amount_cents) =>
  confirmDonation(donation, by, { amount_cents, at: sampleTime });
const reject = (donation: Donation, by = employee) =>
  rejectDonation(donation, by, { reason: 'Not readable', at: sampleTime });

function codeOf(run: () => unknown): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return error instanceof Refused ? error.code : 'other';
  }
}

/**
 * `invalidByHand`: the commands that are invalid for a manually entered donation. `invalidByCard`: the commands that
 * are invalid for a card donation.
 */
const invalidByHand = { reopen: null, pay: null, fail: null, expire: null, refund: null };
const invalidByCard = { correct: null, confirm: null, reject: null };
/** The state after each command; `same` for a no-op, null if the command is invalid. */
const table: Record<DonationState, Record<DonationCommand, DonationState | 'same' | null>> = {
  submitted: { correct: 'submitted', confirm: 'confirmed', reject: 'rejected', ...invalidByHand },
  confirmed: { correct: null, confirm: 'same', reject: null, ...invalidByHand },
  rejected: { correct: 'submitted', confirm: null, reject: 'same', ...invalidByHand },
  pending: {
    ...invalidByCard,
    reopen: 'same',
    pay: 'succeeded',
    fail: 'failed',
    expire: 'expired',
    refund: 'refunded',
  },
  succeeded: { ...invalidByCard, reopen: null, pay: 'same', fail: null, expire: null, refund: 'refunded' },
  failed: { ...invalidByCard, reopen: 'pending', pay: 'succeeded', fail: 'same', expire: null, refund: 'refunded' },
  expired: { ...invalidByCard, reopen: 'pending', pay: 'succeeded', fail: null, expire: 'same', refund: 'refunded' },
  refunded: { ...invalidByCard, reopen: null, pay: 'same', fail: null, expire: null, refund: 'same' },
};

describe('the state machine of a donation', () => {
  it.each(donationStates)('a donation that is %s accepts exactly the commands of the state table', (state) => {
    for (const [command, expected] of Object.entries(table[state]) as [DonationCommand, string | null][]) {
      const result = transition(donationMachine, state, command);
      const actual = result.kind === 'transition' ? result.to : result.kind === 'noop' ? 'same' : null;
      expect([command, actual]).toEqual([command, expected]);
    }
  });

  it('a confirmation records who confirmed the donation and when', () => {
    const decision = { state: 'confirmed', decided_by_id: other, decided_by_name: 'Olga', decided_at: sampleTime };
    expect(confirm(donationIn('submitted'))).toMatchObject(decision);
  });

  it('rejecting a donation records the reason', () => {
    expect(reject(donationIn('submitted'))).toMatchObject({
      ...{ state: 'rejected', reason: 'Not readable', decided_by_id: other, decided_at: sampleTime },
    });
  });

  it('neither the author nor the donor can confirm or reject a donation', () => {
    for (const user_id of [author, donor]) {
      expect(isOwnDonation(donationIn('submitted'), user_id)).toBe(true);
      for (const command of [confirm, reject])
        expect(codeOf(() => command(donationIn('submitted'), { ...manager, user_id }))).toBe('second_person');
    }
    expect(isOwnDonation(donationIn('submitted'), other)).toBe(false);
  });

  it('only a manager can confirm a donation of more than $1,000, but any employee can reject it', () => {
    const [limit, above] = [100_000, 100_001].map((amount_cents) => donationIn('submitted', { amount_cents }));
    expect([needsManager(limit!), needsManager(above!)]).toEqual([false, true]);
    expect(confirm(limit!).state).toBe('confirmed');
    expect(codeOf(() => confirm(above!))).toBe('manager_only');
    expect(confirm(above!, manager).state).toBe('confirmed');
    expect(reject(above!).state).toBe('rejected');
  });

  it('refuses a confirmation of an amount that was corrected in the meantime', () => {
    expect(codeOf(() => confirm(donationIn('submitted'), employee, 11_999))).toBe('donation_state');
    expect(codeOf(() => confirm(donationIn('confirmed'), employee, 11_999))).toBe('donation_state');
  });

  it('a repeated confirmation or rejection changes nothing', () => {
    const [confirmed, rejected] = [donationIn('confirmed'), donationIn('rejected', { reason: 'Too late' })];
    expect(confirm(confirmed)).toBe(confirmed);
    expect(reject(rejected)).toBe(rejected);
    expect(codeOf(() => reject(confirmed))).toBe('donation_state');
    expect(codeOf(() => confirm(rejected))).toBe('donation_state');
  });

  it('a correction submits a rejected donation again, without the old decision', () => {
    const decision = { reason: 'Not readable', decided_by_id: other, decided_by_name: 'Olga', decided_at: sampleTime };
    const corrected = correctDonation(donationIn('rejected', decision), author, correction);
    expect(corrected).toEqual(donationIn('submitted', correction));
  });

  it('only the author can correct a donation, and only until it is confirmed', () => {
    expect(codeOf(() => correctDonation(donationIn('submitted'), donor, correction))).toBe('forbidden');
    expect(codeOf(() => correctDonation(donationIn('confirmed'), author, correction))).toBe('donation_state');
  });

  it('refuses a correction without a photo if the new amount requires one', () => {
    const withoutPhoto = donationIn('submitted', { amount_cents: 10_000, photo: null });
    expect(codeOf(() => correctDonation(withoutPhoto, author, correction))).toBe('invalid');
    expect(codeOf(() => correctDonation(withoutPhoto, author, { ...correction, amount_cents: 10_000 }))).toBe(null);
    const photo = { sha256: 'b'.repeat(64), mime: 'image/png' } as const;
    expect(correctDonation(withoutPhoto, author, { ...correction, photo }).photo).toEqual(photo);
  });
});

describe('the time of payment', () => {
  it('the time of payment is at most 5 minutes after and at most 365 days before the entry', () => {
    const cases: [number, boolean][] = [
      [0, true],
      [5, true],
      [5.001, false],
      [-365 * DAY, true],
      [-365 * DAY - 0.001, false],
    ];
    for (const [ahead, isValid] of cases)
      expect([ahead, isPaidAtValid(minutes(ahead), sampleTime)]).toEqual([ahead, isValid]);
  });
});

describe('two similar donations', () => {
  const donation = donationIn('submitted');
  it('donations of the same person, amount and method within 10 minutes may be duplicates', () => {
    for (const count of [-10, 0, 10])
      expect(mayBeDuplicates(donation, { ...donation, paid_at: minutes(count) })).toBe(true);
  });

  it('two donations are not duplicates if person, amount, method or time differs', () => {
    const differences: Partial<Donation>[] = [
      { paid_at: minutes(10.001) },
      { paid_at: minutes(-10.001) },
      { amount_cents: 12_001 },
      { method: 'wallet' },
      { donor_id: other },
    ];
    for (const difference of differences) expect(mayBeDuplicates(donation, { ...donation, ...difference })).toBe(false);
  });
});
