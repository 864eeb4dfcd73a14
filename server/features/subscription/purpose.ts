import type { Selectable } from 'kysely';
import type { Plan } from '../../../contract/entities/subscription.ts';
import { addPeriod, isRenewing, isSamePlan, nextSubscriptionState } from '../../../contract/states/subscription.ts';
import type { SubscriptionLinesTable } from '../../db/subscription-tables.ts';
import type { Intent } from '../payments/provider.ts';
import type { LedgerContext, PaymentPurpose } from '../payments/purpose.ts';
import { activateMember } from './activate-member.ts';
import { changeLine, lineOfIntent, moveLines, parseRenewalSubject } from './lines.ts';
import { redeemPromo } from './promo.ts';
import { recordDeclinedCharge } from './renewal-tries.ts';
import {
  lockSubscription,
  nextReceiptNumber,
  saveSubscription,
  touchSubscription,
  type StoredSubscription,
} from './repository.ts';

type Line = Selectable<SubscriptionLinesTable>;

/** Returns the plan for which a line pays. */
function planOfLine({ package_id, title, period, price_cents }: Line): Plan {
  if (package_id === null || title === null || period === null) throw new Error('a line of a payment has no plan');
  return { package_id, title, period, price_cents };
}

const subtractMs = (instant: string, ms: number): string => new Date(Date.parse(instant) - ms).toISOString();

const settled = { attempts: 0, next_try_at: null, pending_until: null, reminded_days: null };

/**
 * Returns the subscription with a paid period added. The period begins at the end of the subscription, or now if it has
 * ended. A different plan takes effect when the current period ends.
 */
function extendSubscription(row: StoredSubscription, plan: Plan, at: string): StoredSubscription & { from: string } {
  const isRunning = row.state === 'active' || row.state === 'cancelling';
  if (isRunning && row.until !== null && row.until > at) {
    const from = row.until;
    const next = isSamePlan(row.plan, plan) ? row.next : { ...plan, starts_at: from };
    return { ...row, ...settled, next, until: addPeriod(from, plan.period), from };
  }
  // The paid period starts at the due date and so includes the grace period, unless the paid period would then already
  // be over.
  const dueAt = row.state === 'past_due' && row.until !== null ? row.until : at;
  const from = addPeriod(dueAt, plan.period) > at ? dueAt : at;
  return {
    ...{ ...row, ...settled, state: 'active', plan, next: null },
    ...{ started_at: from, until: addPeriod(from, plan.period), from },
  };
}

/**
 * Returns the renewed subscription. Returns null if it was already renewed beyond `until`, or if it no longer renews.
 */
function renewSubscription(
  row: StoredSubscription,
  plan: Plan,
  until: string,
): (StoredSubscription & { from: string }) | null {
  if (!isRenewing(row.state) || row.until !== until) return null;
  const end = addPeriod(until, plan.period);
  // A package that was chosen while the charge was in progress starts when this period ends.
  const next = row.next && !isSamePlan(row.next, plan) ? { ...row.next, starts_at: end } : null;
  return { ...row, ...settled, state: 'active', plan, next, started_at: until, until: end, from: until };
}

async function onPaid(context: LedgerContext, intent: Intent): Promise<'settled' | 'surplus'> {
  const locked = await lockSubscription(context, intent.user_id);
  const line = await lineOfIntent(context, intent);
  if (!locked || !line) throw new Error('a payment belongs to no subscription');
  const renewedEnd = parseRenewalSubject(intent);
  const plan = planOfLine(line);
  const next =
    renewedEnd === null
      ? extendSubscription(locked.row, plan, context.received_at)
      : renewSubscription(locked.row, plan, renewedEnd);
  if (next === null) return 'surplus';
  const { from, ...row } = next;
  // Two payments with the same promo code were open at the same time. Only one of them may have the discount, so the
  // amount of the other payment is wrong.
  if (line.promo_code !== null && !(await redeemPromo(context, line.promo_code, intent.user_id))) return 'surplus';
  if (line.promo_code === row.promo_code) row.promo_code = null;
  const period = { from_at: from, until_at: row.until ?? from };
  await changeLine(context, intent, { status: 'paid', ...period, receipt_no: await nextReceiptNumber(context) });
  await saveSubscription(context, locked, row);
  await activateMember(context, locked.user);
  return 'settled';
}

async function onFailed(context: LedgerContext, intent: Intent): Promise<void> {
  const locked = await lockSubscription(context, intent.user_id);
  await changeLine(context, intent, { status: 'failed' });
  if (!locked) return;
  const { row, user } = locked;
  const renewedEnd = parseRenewalSubject(intent);
  if (renewedEnd !== null && isRenewing(row.state) && row.until === renewedEnd) {
    await saveSubscription(context, locked, await recordDeclinedCharge(context, user, row));
    return;
  }
  const state = nextSubscriptionState(row.state, 'abandon');
  if (state === null) await touchSubscription(context, intent.user_id);
  else
    await saveSubscription(context, locked, {
      ...row,
      state: row.until === null ? state : 'expired',
      pending_until: null,
    });
}

/**
 * Returns the subscription shortened by `taken_ms` at its end. The subscription no longer renews, and ends immediately
 * if no time is left.
 */
function shortenSubscription(row: StoredSubscription, taken_ms: number, at: string): StoredSubscription {
  const until = row.until === null ? null : subtractMs(row.until, taken_ms);
  const isOver = until === null || until <= at;
  // A package that starts before the end of the subscription is already paid for. A package that starts at the end is
  // only scheduled.
  const isPaid = row.next !== null && row.until !== null && row.next.starts_at < row.until;
  const next =
    row.next && isPaid && !isOver ? { ...row.next, starts_at: subtractMs(row.next.starts_at, taken_ms) } : null;
  return { ...row, ...settled, state: isOver ? 'expired' : 'cancelling', until, next };
}

/**
 * Removes the rest of the period that a refunded payment had added; later periods start earlier by that time. If the
 * period is already over, nothing else changes, because the time after it was paid for separately.
 */
async function onRefunded(context: LedgerContext, intent: Intent): Promise<void> {
  const locked = await lockSubscription(context, intent.user_id);
  const line = await lineOfIntent(context, intent);
  await changeLine(context, intent, { status: 'refunded' });
  const { received_at: at } = context;
  const { from_at, until_at } = line ?? {};
  const isEarlier = until_at != null && until_at <= at && until_at !== locked?.row.until;
  if (!locked || line?.status !== 'paid' || from_at == null || until_at == null || isEarlier) {
    await touchSubscription(context, intent.user_id);
    return;
  }
  const taken_ms = Math.max(0, Date.parse(until_at) - Date.parse(from_at > at ? from_at : at));
  await moveLines(context, intent.user_id, until_at, taken_ms);
  await saveSubscription(context, locked, shortenSubscription(locked.row, taken_ms, at));
}

/** The effects of payments for packages: a paid package starts the payer's subscription or extends it. */
export const subscriptionPurpose: PaymentPurpose = {
  onPaid,
  onFailed,
  onRefunded,
  methodSaved: (context, { user_id }) => touchSubscription(context, user_id),
};
