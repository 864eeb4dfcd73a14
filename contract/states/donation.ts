import { needsPhoto, type Donation, type DonationSubmitArgs } from '../entities/donation.ts';
import { Refused } from '../errors.ts';
import { CONFIRM_BY_MANAGER_CENTS, donationStates, SAME_DONATION_MS, type DonationState } from '../values.ts';
import { transition, type Machine } from './machine.ts';

export type DonationCommand = 'correct' | 'confirm' | 'reject' | 'reopen' | 'pay' | 'fail' | 'expire' | 'refund';

/**
 * State machine of a donation. A manually entered donation can be corrected, confirmed and rejected. The state of a
 * card donation follows its payment; `reopen` starts a further payment if the last one was not paid. A late payment
 * still counts; refunding a payment that was never recorded as paid has no effect.
 */
export const donationMachine: Machine<DonationState, DonationCommand> = {
  states: donationStates,
  commands: {
    correct: { from: ['submitted', 'rejected'], to: 'submitted', noop: [] },
    confirm: { from: ['submitted'], to: 'confirmed', noop: ['confirmed'] },
    reject: { from: ['submitted'], to: 'rejected', noop: ['rejected'] },
    reopen: { from: ['failed', 'expired'], to: 'pending', noop: ['pending'] },
    pay: { from: ['pending', 'failed', 'expired'], to: 'succeeded', noop: ['succeeded', 'refunded'] },
    fail: { from: ['pending'], to: 'failed', noop: ['failed'] },
    expire: { from: ['pending'], to: 'expired', noop: ['expired'] },
    refund: { from: ['pending', 'succeeded', 'failed', 'expired'], to: 'refunded', noop: ['refunded'] },
  },
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MAX_PAID_AHEAD_MS = 5 * MINUTE_MS;
const MAX_PAID_BEFORE_MS = 365 * DAY_MS;

/**
 * Whether a donation entered at `at` can have been paid at `paid_at`: at most 365 days before and 5 minutes after `at`.
 */
export function isPaidAtValid(paid_at: string, at: string): boolean {
  const ahead_ms = Date.parse(paid_at) - Date.parse(at);
  return ahead_ms <= MAX_PAID_AHEAD_MS && ahead_ms >= -MAX_PAID_BEFORE_MS;
}

/** Throws `paid_at_invalid` if a donation entered at `at` cannot have been paid at `paid_at`. */
export function checkPaidAt(paid_at: string, at: string): void {
  if (!isPaidAtValid(paid_at, at)) throw new Refused('paid_at_invalid', { paid_at: 'paid_at_invalid' });
}

type Payment = Pick<Donation, 'donor_id' | 'amount_cents' | 'method' | 'paid_at'>;

/** Whether two donations may be duplicates: same person, amount and method, paid within 10 minutes of each other. */
export const mayBeDuplicates = (one: Payment, other: Payment): boolean =>
  one.donor_id === other.donor_id &&
  one.amount_cents === other.amount_cents &&
  one.method === other.method &&
  Math.abs(Date.parse(one.paid_at) - Date.parse(other.paid_at)) <= SAME_DONATION_MS;

/** An employee who decides about a donation. */
export interface DecidingEmployee {
  user_id: string;
  user_name: string;
  is_manager: boolean;
}

function nextState(donation: Donation, command: DonationCommand): DonationState | null {
  const result = transition(donationMachine, donation.state, command);
  if (result.kind === 'invalid') throw new Refused('donation_state', { state: donation.state, command });
  return result.kind === 'noop' ? null : result.to;
}

/** Whether the user entered the donation or is its donor; if so, they may neither confirm nor reject it. */
export const isOwnDonation = ({ author_id, donor_id }: Donation, user_id: string): boolean =>
  author_id === user_id || donor_id === user_id;

/** Whether only a manager may confirm the donation. */
export const needsManager = ({ amount_cents }: Pick<Donation, 'amount_cents'>): boolean =>
  amount_cents > CONFIRM_BY_MANAGER_CENTS;

/** Values of the fields about the decision in a donation that is neither confirmed nor rejected. */
export const undecidedFields = { reason: '', decided_by_id: null, decided_by_name: null, decided_at: null } as const;

/** Values of the card fields in a manually entered donation. */
export const noCardFields = { fee_cents: 0, frequency: 'one_time', recurring_id: null } as const;

/**
 * Returns a new donation that was paid outside of this app, entered at `args.at`. Throws `paid_at_invalid`.
 */
export function newDonation(
  { at, photo, is_no_duplicate: _, ...fields }: DonationSubmitArgs,
  { id, user_id, user_name }: { id: string; user_id: string; user_name: string },
): Donation {
  checkPaidAt(fields.paid_at, at);
  return {
    ...fields,
    ...undecidedFields,
    ...noCardFields,
    id,
    rev: 0,
    author_id: user_id,
    author_name: user_name,
    photo: photo && { sha256: photo.sha256, mime: photo.mime },
    state: 'submitted',
    entered_at: at,
    created_at: at,
    updated_at: at,
  };
}

/** The fields that a correction changes. */
type Correction = Pick<
  Donation,
  'amount_cents' | 'purpose' | 'purpose_text' | 'method' | 'paid_at' | 'comment' | 'is_anonymous'
> &
  Partial<Pick<Donation, 'photo'>>;

/**
 * Changes a donation that is not confirmed, and submits it again. Only its author may do this. Throws `donation_state`,
 * `forbidden`, and `invalid` if the photo is missing.
 */
export function correctDonation(donation: Donation, user_id: string, correction: Correction): Donation {
  const state = nextState(donation, 'correct') ?? donation.state;
  if (donation.author_id !== user_id) throw new Refused('forbidden');
  const { photo = donation.photo, ...fields } = correction;
  if (photo === null && needsPhoto(fields)) throw new Refused('invalid', { photo: 'required' });
  return { ...donation, ...fields, ...undecidedFields, photo, state };
}

/** Throws `second_person` if the employee is the author or the donor. */
function checkSecondPerson(donation: Donation, { user_id }: DecidingEmployee): void {
  if (isOwnDonation(donation, user_id)) throw new Refused('second_person');
}

const decidedBy = ({ user_id, user_name }: DecidingEmployee, at: string) => ({
  decided_by_id: user_id,
  decided_by_name: user_name,
  decided_at: at,
});

/**
 * Confirms a donation of `amount_cents`, the amount that the employee has checked. Throws `second_person` and
 * `manager_only`. Throws `donation_state` if it cannot be confirmed in its state, or if its amount was corrected in the
 * meantime.
 */
export function confirmDonation(
  donation: Donation,
  by: DecidingEmployee,
  { amount_cents, at }: { amount_cents: number; at: string },
): Donation {
  checkSecondPerson(donation, by);
  const state = nextState(donation, 'confirm');
  if (donation.amount_cents !== amount_cents) throw new Refused('donation_state', { amount_cents: 'invalid' });
  if (state === null) return donation;
  if (needsManager(donation) && !by.is_manager) throw new Refused('manager_only');
  return { ...donation, ...decidedBy(by, at), state };
}

/** Rejects a donation with a reason that its author sees. Throws `second_person` and `donation_state`. */
export function rejectDonation(
  donation: Donation,
  by: DecidingEmployee,
  { reason, at }: { reason: string; at: string },
): Donation {
  checkSecondPerson(donation, by);
  const state = nextState(donation, 'reject');
  return state === null ? donation : { ...donation, ...decidedBy(by, at), reason, state };
}
