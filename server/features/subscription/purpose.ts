import type { Selectable } from 'kysely';
import type { Plan } from '../../../contract/entities/subscription.ts';
import { addPeriod, isRenewing, isSamePlan, nextSubscriptionState } from '../../../contract/states/subscription.ts';
import type { SubscriptionLinesTable } from '../../db/subscription-tables.ts';
import type { Intent } from '../payments/provider.ts';
import type { LedgerContext, PaymentPurpose } from '../payments/purpose.ts';
import { activateMember } from './activate-member.ts';
import { changeLine, lineOfIntent, renewedUntil } from './lines.ts';
import { redeemPromo } from './promo.ts';
import { declined } from './renewal-tries.ts';
import {
  lockSubscription,
  nextReceipt,
  saveSubscription,
  touchSubscription,
  type StoredSubscription,
} from './repository.ts';

type Line = Selectable<SubscriptionLinesTable>;

/** Returns the plan that a line pays for. */
function planOfLine({ package_id, title, period, price_cents }: Line): Plan {
  if (package_id === null || title === null || period === null) throw new Error('a line of a payment has no plan');
  return { package_id, title, period, price_cents };
}

const settled = { attempts: 0, next_try_at: null, pending_until: null, reminded_days: null };

/**
 * Returns the subscription with a paid period added at its end, or from now if it has ended. Another plan takes effect
 * when the current period ends.
 */
function extended(row: StoredSubscription, plan: Plan, at: string): StoredSubscription & { from: string } {
  const isRunning = row.state === 'active' || row.state === 'cancelling';
  if (isRunning && row.until !== null && row.until > at) {
    const from = row.until;
    const next = isSamePlan(row.plan, plan) ? row.next : { ...plan, starts_at: from };
    return { ...row, ...settled, next, until: addPeriod(from, plan.period), from };
  }
  // The grace period is part of the period that is paid for now, unless that period would have ended already.
  const due = row.state === 'past_due' && row.until !== null ? row.until : at;
  const from = addPeriod(due, plan.period) > at ? due : at;
  return {
    ...{ ...row, ...settled, state: 'active', plan, next: null },
    ...{ started_at: from, until: addPeriod(from, plan.period), from },
  };
}

/** Returns the renewed subscription; null if it was already renewed beyond `until`, or no longer renews. */
function renewed(row: StoredSubscription, plan: Plan, until: string): (StoredSubscription & { from: string }) | null {
  if (!isRenewing(row.state) || row.until !== until) return null;
  const end = addPeriod(until, plan.period);
  return { ...row, ...settled, state: 'active', plan, next: null, started_at: until, until: end, from: until };
}

async function paid(context: LedgerContext, intent: Intent): Promise<'settled' | 'surplus'> {
  const locked = await lockSubscription(context, intent.user_id);
  const line = await lineOfIntent(context, intent);
  if (!locked || !line) throw new Error('a payment belongs to no subscription');
  const due = renewedUntil(intent);
  const plan = planOfLine(line);
  const next = due === null ? extended(locked.row, plan, context.received_at) : renewed(locked.row, plan, due);
  if (next === null) return 'surplus';
  const { from, ...row } = next;
  if (line.promo_code !== null) await redeemPromo(context, line.promo_code, intent.user_id);
  if (line.promo_code === row.promo_code) row.promo_code = null;
  const period = { from_at: from, until_at: row.until ?? from };
  await changeLine(context, intent, { status: 'paid', ...period, receipt_no: await nextReceipt(context) });
  await saveSubscription(context, locked, row);
  await activateMember(context, locked.user);
  return 'settled';
}

async function failed(context: LedgerContext, intent: Intent): Promise<void> {
  const locked = await lockSubscription(context, intent.user_id);
  await changeLine(context, intent, { status: 'failed' });
  if (!locked) return;
  const { row, user } = locked;
  const due = renewedUntil(intent);
  if (due !== null && isRenewing(row.state) && row.until === due) {
    await saveSubscription(context, locked, await declined(context, user, row));
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

/** Removes the time that a refunded payment had added. A subscription without any paid time left ends. */
async function refunded(context: LedgerContext, intent: Intent): Promise<void> {
  const locked = await lockSubscription(context, intent.user_id);
  const line = await lineOfIntent(context, intent);
  await changeLine(context, intent, { status: 'refunded' });
  if (!locked || line?.status !== 'paid' || line.from_at === null || line.until_at === null) {
    await touchSubscription(context, intent.user_id);
    return;
  }
  const { row } = locked;
  const length = Date.parse(line.until_at) - Date.parse(line.from_at);
  const until = row.until === null ? null : new Date(Date.parse(row.until) - length).toISOString();
  const isOver = until === null || until <= context.received_at;
  const state = isOver ? 'expired' : 'cancelling';
  await saveSubscription(context, locked, { ...row, ...settled, state, until, next: null });
}

/** A paid package extends the payer's subscription, or starts it. */
export const subscriptionPurpose: PaymentPurpose = {
  paid,
  failed,
  refunded,
  methodSaved: (context, { user_id }) => touchSubscription(context, user_id),
};
