import type { PushOp, PushReply } from '../../contract/sync.ts';
import { chargeRecurringDonations } from '../../server/features/donations/charge.ts';
import {
  storedRecurringById,
  type StoredRecurringDonation,
} from '../../server/features/donations/recurring-repository.ts';
import { seededKey, type RecurringDonor, type Member } from './members.ts';
import { sendRequest, visitPage } from './requests.ts';
import { retryMs } from './timers.ts';
import { DAY, MINUTE } from './provider-faults.ts';
import { DAYS, type YearWorld } from './world.ts';

/** Maximum number of times that a member requests a payment page again after getting no page or not paying on it. */
const MAX_TRIES = 3;

/**
 * Requests the payment page of the first payment with one tap, or with several taps at the same time. All requests have
 * the same donation id.
 */
async function donate(world: YearWorld, member: Member, donor: RecurringDonor, tries = 0): Promise<void> {
  const { chance } = world;
  const { id, frequency, amount_cents, covers_fee: cover_fee } = donor;
  const donation = { id, frequency, cover_fee, amount: amount_cents / 100, type: 'general' };
  const send = () => sendRequest(world, member, '/api/payments/donation/', donation, seededKey(chance));
  const replies = await Promise.all(Array.from({ length: chance.happens(0.2) ? 2 : 1 }, send));
  const { status, body } = replies.at(-1)!;
  world.note(`asks for a ${frequency} donation with ${replies.length} taps: ${status}`, member.id);
  if (status !== 200) return world.report('server', `a donation was answered with ${status}`, member.id);
  // The reply may be lost, or contain no page because the provider has failed.
  const url = chance.happens(0.1) ? '' : (body as string);
  const ask = () => donate(world, member, donor, tries + 1);
  if (url.startsWith('https://pay.example/')) visitPage(world, member, url, ask);
  // A member who did not pay may request a page again on another day, after the page has expired.
  const delay = url === '' ? (1 + chance.below(30)) * MINUTE : chance.next() * 3 * DAY;
  if (tries < MAX_TRIES && (url === '' || chance.happens(0.3))) world.schedule(delay, ask);
}

/** Sends a command that the phone has queued. It is sometimes sent twice, as after a lost reply. */
async function command(world: YearWorld, member: Member, donor: RecurringDonor, what: 'pause' | 'resume' | 'end') {
  const at = world.agenda.iso;
  const record = { entity: 'recurring_donations', id: donor.id, lane: `recurring_donations:${donor.id}` } as const;
  const sent = { kind: `recurring_donation.${what}`, args: { at }, at, clock_offset_ms: 0 };
  const op: PushOp = { ...record, ...sent, op_id: seededKey(world.chance), deps: [], v: 1, base_rev: 0, base: null };
  const body = { proto: 1, device_id: donor.id, ops: [op] };
  for (let remaining = world.chance.happens(0.2) ? 2 : 1; remaining > 0; remaining -= 1) {
    const { status, body: reply } = await sendRequest(world, member, '/api/sync/push', body, seededKey(world.chance));
    const result = status === 200 ? (reply as PushReply).results[0]!.status : status;
    world.note(`sends the command ${what}: ${result}`, member.id);
    // The server may have stopped the charges before. A donation that has ended is not resumed.
    if (result === 200) donor.hasCommanded = true;
    else if (result !== 409) world.report('server', `${what} was answered with ${result}`, member.id);
  }
}

/** Relative frequencies of the actions of donors, by the state of the donation. */
const habits = {
  active: { pause: 4, end: 1, card: 5, resume: 1 },
  past_due: { pause: 2, end: 1, card: 4, resume: 0 },
  paused: { pause: 0, end: 1, card: 1, resume: 8 },
  ended: { pause: 0, end: 1, card: 0, resume: 1 },
} as const;

async function act(world: YearWorld, member: Member, donor: RecurringDonor): Promise<void> {
  const state = donor.states.at(-1)?.state;
  if (state === undefined) return;
  const what = world.chance.pickWeighted(habits[state]);
  if (what !== 'card') return command(world, member, donor, what);
  member.card = world.chance.pickWeighted({ good: 1, declined: 3, confirm: 1 });
  world.note(`has a card that is ${member.card}`, member.id);
}

/** Maximum number of actions of a donor after the first donation. */
const MAX_ACTIONS = 8;

/** Plans the first donation of a donor, and the donor's later actions. */
export function planDonor(world: YearWorld, member: Member, donor: RecurringDonor): void {
  const { chance } = world;
  const first = chance.next() * 0.6 * DAYS * DAY;
  world.schedule(first, () => donate(world, member, donor));
  for (let count = chance.below(MAX_ACTIONS + 1); count > 0; count -= 1)
    world.schedule(first + chance.next() * (DAYS * DAY - first), () => act(world, member, donor));
}

/**
 * Runs the job that charges donations. It sometimes runs in two processes at the same time, or while the donor acts.
 */
async function charge(world: YearWorld, member: Member, donor: RecurringDonor): Promise<void> {
  const { server, plants, chance } = world;
  const { deps, payments } = server;
  const run = () => plants.chargeDonations?.() ?? chargeRecurringDonations(deps, payments);
  const runs = chance.happens(0.3) ? [run(), run()] : [run()];
  await Promise.all([...runs, ...(chance.happens(0.08) ? [act(world, member, donor)] : [])]);
}

/** Returns the time of the next charge in ms; null if there is none. */
function chargeTime({ state, next_at, next_try_at }: StoredRecurringDonation): number | null {
  const at = state === 'active' ? next_at : state === 'past_due' ? next_try_at : null;
  return at === null ? null : Date.parse(at);
}

/** Plans the next run of the job that charges a donation. It repeats a charge whose outcome is unknown. */
function planCharge(world: YearWorld, member: Member, donor: RecurringDonor, row: StoredRecurringDonation): void {
  const at = chargeTime(row);
  if (at === null) return;
  const due = at > world.now ? at : world.now + retryMs(donor.retries);
  if (due === donor.planned_at) return;
  donor.planned_at = due;
  world.schedule(due + world.faults.lateness() - world.now, async () => {
    if (donor.planned_at !== due) return;
    donor.planned_at = null;
    donor.retries = at < due ? donor.retries + 1 : 0;
    await charge(world, member, donor);
    world.touched.add(member);
  });
}

/** Records the state of a member's recurring donation after a step, and plans its next charge. */
export async function checkDonor(world: YearWorld, member: Member, donor: RecurringDonor): Promise<void> {
  const { db, deps } = world.server;
  const row = await storedRecurringById({ tx: db, scope: deps.scope }, donor.id);
  const by = donor.hasCommanded ? 'donor' : 'server';
  donor.hasCommanded = false;
  if (!row) return;
  const { state } = row;
  if (donor.states.at(-1)?.state !== state) {
    donor.states.push({ at: world.now, state, by });
    world.note(`recurring donation is ${state}`);
  }
  planCharge(world, member, donor, row);
}
