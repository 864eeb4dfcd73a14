import { coveredFee } from '../../contract/card-fee.ts';
import { addMonths } from '../../contract/states/subscription.ts';
import type { StoredDonation } from '../../server/features/donations/card-repository.ts';
import type { Intent } from '../../server/features/payments/provider.ts';
import type { RecurringDonor, Member } from './members.ts';
import type { Payment } from './provider.ts';
import { DAY, HOUR } from './provider-faults.ts';
import type { YearWorld } from './world.ts';

/** Days after the date of a charge on which the charge is attempted. After the last attempt, the donation is paused. */
const TRY_DAYS = [0, 1, 3, 5];
/** Maximum delay of a charge: the server may be down for 6 hours, and waits before it repeats a charge. */
const LATE_MS = 9 * HOUR;
const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 };

interface Records {
  intents: Map<string, Intent>;
  /** The donations by id. */
  donations: Map<string, StoredDonation>;
}

/** Returns the error of a charge, which must have exactly one donation or be refunded; null if there is no error. */
export function donationChargeError({ intents, donations }: Records, { intent: asked, state }: Payment): string | null {
  const [intent, donation] = [intents.get(asked.id), donations.get(asked.subject_id)];
  if (!intent || !donation) return 'has no intent or no donation';
  const counts = donation.intent_id === intent.id && donation.state === 'succeeded';
  const seen = `its intent is ${intent.state} and its donation ${donation.state}`;
  if (state === 'succeeded' && (intent.state !== 'succeeded' || !counts)) return `was charged; ${seen}`;
  if (state === 'refunded' && (intent.state !== 'refunded' || counts)) return `was refunded; ${seen}`;
  return null;
}

/**
 * Checks that a donation counts as paid only if it was charged. The charge must include the fee if the donor pays it.
 */
function checkDonation(world: YearWorld, donor: RecurringDonor, donation: StoredDonation, charged: Set<string>): void {
  const report = (seen: string) =>
    world.report('donations', `the donation of ${donation.due_at ?? donation.paid_at} ${seen}`, donation.donor_id);
  if (donation.state === 'succeeded' && !charged.has(donation.intent_id ?? '')) report('counts, and was not charged');
  const fee_cents = donor.covers_fee ? coveredFee(donor.amount_cents) : 0;
  if (donation.amount_cents !== donor.amount_cents || donation.fee_cents !== fee_cents)
    report(
      `costs ${donation.amount_cents} and ${donation.fee_cents} instead of ${donor.amount_cents} and ${fee_cents}`,
    );
}

const isRunning = (state: string | undefined) => state === 'active' || state === 'past_due';

/** Returns the state of a recurring donation at a given time. */
const stateAt = ({ states }: RecurringDonor, ms: number) => states.findLast(({ at }) => at <= ms)?.state;

/** Returns the first change after a given time that stopped the charges. */
const stopAfter = ({ states }: RecurringDonor, ms: number) =>
  states.find(({ at, state }) => at > ms && !isRunning(state));

/**
 * Checks that the charge of a date was attempted on the documented days, until the date was paid or the recurring
 * donation was stopped.
 */
function checkAttempts(
  world: YearWorld,
  donor: RecurringDonor,
  donation: StoredDonation,
  attempts: readonly Intent[],
): void {
  const due = Date.parse(donation.due_at ?? '');
  const report = (seen: string) =>
    world.report('donations', `the charge of ${donation.due_at} ${seen}`, donation.donor_id);
  let known = due;
  for (const [index, { created_at, updated_at }] of attempts.entries()) {
    const planned = due + (TRY_DAYS[index] ?? Infinity) * DAY;
    const at = Date.parse(created_at);
    if (at < planned) report(`was tried for the ${index + 1}. time at ${created_at}`);
    if (at > Math.max(planned, known) + LATE_MS) report(`was tried as late as ${created_at}`);
    known = Date.parse(updated_at);
  }
  if (donation.state === 'succeeded' || donation.state === 'refunded') return;
  if (donation.state === 'pending') return report('is left open');
  const next = TRY_DAYS[attempts.length];
  const until = Math.max(due + (next ?? 0) * DAY, known) + LATE_MS;
  if (until < world.now && (stopAfter(donor, due)?.at ?? Infinity) > until)
    report(next === undefined ? 'has failed, and goes on' : 'was not tried again');
}

/** Checks that each date on which the recurring donation is active was charged, and that no other date was charged. */
function checkDates(
  world: YearWorld,
  { id }: Member,
  donor: RecurringDonor,
  ownDonations: readonly StoredDonation[],
): void {
  const [start] = donor.states;
  const started_at = ownDonations.find((donation) => donation.id === donor.id)?.paid_at;
  if (!start || started_at === undefined) return;
  const left = new Map(
    ownDonations.filter(({ due_at }) => due_at !== null).map((donation) => [donation.due_at, donation]),
  );
  for (let count = 1; ; count += 1) {
    const date = addMonths(started_at, count * MONTHS[donor.frequency]);
    const due = Date.parse(date);
    if (due > world.now) break;
    const isDue = isRunning(stateAt(donor, due));
    const isOver = Math.min(stopAfter(donor, due)?.at ?? Infinity, world.now) >= due + LATE_MS;
    if (isDue && isOver && !left.has(date)) world.report('donations', `the date ${date} was not charged`, id);
    if (isDue) left.delete(date);
  }
  for (const date of left.keys()) world.report('donations', `${date} was charged, and is no date to charge`, id);
}

/** Checks that the server stops the charges only after the last attempt, and that it never starts them again. */
function checkStates(
  world: YearWorld,
  { id }: Member,
  { states }: RecurringDonor,
  attemptsByDate: readonly (readonly Intent[])[],
): void {
  for (const [index, { at, state, by }] of states.entries()) {
    if (index === 0 || by === 'donor') continue;
    const before = states[index - 1]!.state;
    const hasFailed = attemptsByDate.some(
      (attempts) => attempts.length === TRY_DAYS.length && Date.parse(attempts.at(-1)!.updated_at) === at,
    );
    if (isRunning(before) && (isRunning(state) || hasFailed)) continue;
    world.report('donations', `the server changed ${before} to ${state}`, id);
  }
}

/**
 * Checks all recurring donations after the year. `charged` contains the ids of the intents that were charged and not
 * refunded.
 */
export function checkDonations(world: YearWorld, { intents, donations }: Records, charged: Set<string>): void {
  const bySubject = Map.groupBy(intents.values(), ({ subject_id }) => subject_id);
  const attemptsOf = ({ id }: StoredDonation) =>
    (bySubject.get(id) ?? []).toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  const byDonor = Map.groupBy(donations.values(), ({ donor_id }) => donor_id);
  for (const member of world.members) {
    const { donor } = member;
    if (!donor) continue;
    const ownDonations = byDonor.get(member.id) ?? [];
    const donationsWithDate = ownDonations.filter(({ due_at }) => due_at !== null);
    for (const donation of ownDonations) checkDonation(world, donor, donation, charged);
    for (const donation of donationsWithDate) checkAttempts(world, donor, donation, attemptsOf(donation));
    checkDates(world, member, donor, ownDonations);
    checkStates(world, member, donor, donationsWithDate.map(attemptsOf));
  }
}
