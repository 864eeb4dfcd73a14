import type { Selectable } from 'kysely';
import { GRACE_MS } from '../../contract/entitlement.ts';
import { reconcilePayments } from '../../server/features/payments/reconcile.ts';
import { renewSubscriptions } from '../../server/features/subscription/renew.ts';
import type { SubscriptionsTable } from '../../server/db/subscription-tables.ts';
import type { Member } from './members.ts';
import { DAY, HOUR, MINUTE } from './provider-faults.ts';
import type { YearWorld } from './world.ts';

type Row = Pick<
  Selectable<SubscriptionsTable>,
  'state' | 'until' | 'next' | 'next_try_at' | 'pending_until' | 'reminded_days'
>;

/** Minutes after which a renewal with an unknown outcome is retried. The product retries it every minute. */
const RETRY_MIN = [1, 4, 10, 45, 120];

/** Returns the time in ms after which a charge with an unknown outcome is retried. */
export const retryMs = (retries: number) => RETRY_MIN[Math.min(retries, RETRY_MIN.length - 1)]! * MINUTE;

/** Returns the times at which the renewal job must process a subscription. */
function dueTimes(row: Row, now: number, retry_ms: number): number[] {
  const { state, until, next, next_try_at, pending_until, reminded_days } = row;
  const end = until === null ? NaN : Date.parse(until);
  const last = reminded_days ?? Infinity;
  const reminders = [7, 1].filter((days) => days < last).map((days) => end - days * DAY);
  if (state === 'pending_payment') return [Date.parse(pending_until ?? '')];
  if (state === 'past_due') {
    const attempt =
      next_try_at === null ? [] : [Date.parse(next_try_at) > now ? Date.parse(next_try_at) : now + retry_ms];
    return [...attempt, end + GRACE_MS];
  }
  if (state !== 'active' && state !== 'cancelling') return [];
  if (end <= now) return [now + retry_ms];
  return [...reminders, end, ...(next ? [Date.parse(next.starts_at)] : [])];
}

/** Plans the next run of the renewal job that must process a member. The run is late by up to a minute, or by hours. */
export function planRenewal(world: YearWorld, member: Member, row: Row): void {
  const due = Math.min(...dueTimes(row, world.now, retryMs(member.retries)).filter((ms) => ms > world.now));
  if (!Number.isFinite(due) || due === member.planned_at) return;
  member.planned_at = due;
  world.schedule(due + world.faults.lateness() - world.now, async () => {
    if (member.planned_at !== due) return;
    member.planned_at = null;
    member.retries = row.state === 'active' && Date.parse(row.until ?? '') <= world.now ? member.retries + 1 : 0;
    await renew(world);
    world.touched.add(member);
  });
}

/** Runs the renewal job. It sometimes runs in two processes at the same time. */
async function renew(world: YearWorld): Promise<void> {
  const { server, counts, plants } = world;
  const { deps, payments } = server;
  counts.renewals += 1;
  const processes = world.chance.happens(0.3) ? 2 : 1;
  if (plants.renew) return plants.renew();
  await Promise.all(Array.from({ length: processes }, () => renewSubscriptions(deps, payments)));
}

const CHECK_INTERVAL_MS = 5 * MINUTE;
/** Hours after which a new payment is checked: soon after it was opened, and after its payment page has expired. */
const CHECKED_AFTER_H = [0, 24];

/**
 * Plans the checks of a new payment. The product checks every five minutes, but the other runs would find nothing new.
 */
export function planChecks(world: YearWorld): void {
  for (const hours of CHECKED_AFTER_H) planCheck(world, world.now + hours * HOUR + CHECK_INTERVAL_MS + MINUTE);
}

function planCheck(world: YearWorld, ms: number): void {
  const at = Math.ceil(ms / CHECK_INTERVAL_MS) * CHECK_INTERVAL_MS;
  if (world.plannedChecks.has(at)) return;
  world.plannedChecks.add(at);
  world.schedule(at - world.now, async () => {
    world.plannedChecks.delete(at);
    await reconcile(world);
  });
}

/**
 * Checks open payments, if there are any. Payments that should already have been closed are checked again an hour
 * later.
 */
export async function reconcile(world: YearWorld): Promise<void> {
  if (world.unsettled.size === 0) return;
  const asked = [...world.unsettled];
  await reconcilePayments(world.server.payments);
  for (const member of asked) world.touched.add(member);
  const { lateCheckAt } = world;
  if (world.now - world.lastIntentAt < DAY || lateCheckAt > world.now) return;
  world.lateCheckAt = world.now + HOUR;
  planCheck(world, world.lateCheckAt);
}
