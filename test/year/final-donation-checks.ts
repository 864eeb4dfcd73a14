import { coveredFee } from '../../contract/card-fee.ts';
import { addMonths } from '../../contract/states/subscription.ts';
import type { StoredDonation } from '../../server/features/donations/card-repository.ts';
import type { Intent } from '../../server/features/payments/provider.ts';
import type { Donor, Member } from './members.ts';
import type { Payment } from './provider.ts';
import { DAY, HOUR } from './weather.ts';
import type { YearWorld } from './world.ts';

/** Days after its date on which a charge is tried; after the last attempt the donation is paused. */
const TRY_DAYS = [0, 1, 3, 5];
/** For how long a charge can be late: the server may be down for 6 hours, and waits before it repeats a charge. */
const LATE_MS = 9 * HOUR;
const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 };

interface Records {
  intents: Map<string, Intent>;
  /** The donations by id. */
  donations: Map<string, StoredDonation>;
}

/** Returns what is wrong with a charge, which must have exactly one donation or be refunded; null if nothing is. */
export function faultOfGift({ intents, donations }: Records, { intent: asked, state }: Payment): string | null {
  const [intent, donation] = [intents.get(asked.id), donations.get(asked.subject_id)];
  if (!intent || !donation) return 'has no intent or no donation';
  const counts = donation.intent_id === intent.id && donation.state === 'succeeded';
  const seen = `its intent is ${intent.state} and its donation ${donation.state}`;
  if (state === 'succeeded' && (intent.state !== 'succeeded' || !counts)) return `was charged; ${seen}`;
  if (state === 'refunded' && (intent.state !== 'refunded' || counts)) return `was refunded; ${seen}`;
  return null;
}

/** Checks that a donation counts only if it was charged, with the fee if the donor covers it. */
function checkGift(world: YearWorld, donor: Donor, gift: StoredDonation, charged: Set<string>): void {
  const report = (seen: string) =>
    world.report('donations', `the donation of ${gift.due_at ?? gift.paid_at} ${seen}`, gift.donor_id);
  if (gift.state === 'succeeded' && !charged.has(gift.intent_id ?? '')) report('counts, and was not charged');
  const fee_cents = donor.covers_fee ? coveredFee(donor.amount_cents) : 0;
  if (gift.amount_cents !== donor.amount_cents || gift.fee_cents !== fee_cents)
    report(`costs ${gift.amount_cents} and ${gift.fee_cents} instead of ${donor.amount_cents} and ${fee_cents}`);
}

const isRunning = (state: string | undefined) => state === 'active' || state === 'past_due';

/** Returns the state at a moment. */
const stateAt = ({ states }: Donor, ms: number) => states.findLast(({ at }) => at <= ms)?.state;

/** Returns the first change after a moment that stopped the charges. */
const stopAfter = ({ states }: Donor, ms: number) => states.find(({ at, state }) => at > ms && !isRunning(state));

/**
 * Checks that the charge of a date was tried on the documented days, until it was paid or the donation was stopped.
 */
function checkAttempts(world: YearWorld, donor: Donor, gift: StoredDonation, attempts: readonly Intent[]): void {
  const due = Date.parse(gift.due_at ?? '');
  const report = (seen: string) => world.report('donations', `the charge of ${gift.due_at} ${seen}`, gift.donor_id);
  let known = due;
  for (const [index, { created_at, updated_at }] of attempts.entries()) {
    const planned = due + (TRY_DAYS[index] ?? Infinity) * DAY;
    const at = Date.parse(created_at);
    if (at < planned) report(`was tried for the ${index + 1}. time at ${created_at}`);
    if (at > Math.max(planned, known) + LATE_MS) report(`was tried as late as ${created_at}`);
    known = Date.parse(updated_at);
  }
  if (gift.state === 'succeeded' || gift.state === 'refunded') return;
  if (gift.state === 'pending') return report('is left open');
  const next = TRY_DAYS[attempts.length];
  const until = Math.max(due + (next ?? 0) * DAY, known) + LATE_MS;
  if (until < world.now && (stopAfter(donor, due)?.at ?? Infinity) > until)
    report(next === undefined ? 'has failed, and goes on' : 'was not tried again');
}

/** Checks that each date on which the donation is active was charged, and no other date. */
function checkDates(world: YearWorld, { id }: Member, donor: Donor, gifts: readonly StoredDonation[]): void {
  const [start] = donor.states;
  const started_at = gifts.find((gift) => gift.id === donor.id)?.paid_at;
  if (!start || started_at === undefined) return;
  const left = new Map(gifts.filter(({ due_at }) => due_at !== null).map((gift) => [gift.due_at, gift]));
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

/** Checks that the server stops the charges only after the last attempt, and never starts them again. */
function checkStates(world: YearWorld, { id }: Member, { states }: Donor, gifts: readonly (readonly Intent[])[]): void {
  for (const [index, { at, state, by }] of states.entries()) {
    if (index === 0 || by === 'donor') continue;
    const before = states[index - 1]!.state;
    const hasFailed = gifts.some(
      (attempts) => attempts.length === TRY_DAYS.length && Date.parse(attempts.at(-1)!.updated_at) === at,
    );
    if (isRunning(before) && (isRunning(state) || hasFailed)) continue;
    world.report('donations', `the server changed ${before} to ${state}`, id);
  }
}

/** Checks all recurring donations after the year. `charged`: the ids of the intents that were charged and not refunded. */
export function checkDonations(world: YearWorld, { intents, donations }: Records, charged: Set<string>): void {
  const bySubject = Map.groupBy(intents.values(), ({ subject_id }) => subject_id);
  const attemptsOf = ({ id }: StoredDonation) =>
    (bySubject.get(id) ?? []).toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  const byDonor = Map.groupBy(donations.values(), ({ donor_id }) => donor_id);
  for (const member of world.members) {
    const { donor } = member;
    if (!donor) continue;
    const gifts = byDonor.get(member.id) ?? [];
    const dated = gifts.filter(({ due_at }) => due_at !== null);
    for (const gift of gifts) checkGift(world, donor, gift, charged);
    for (const gift of dated) checkAttempts(world, donor, gift, attemptsOf(gift));
    checkDates(world, member, donor, gifts);
    checkStates(world, member, donor, dated.map(attemptsOf));
  }
}
