import { uuidv7 } from 'uuidv7';
import { nextSubscriptionState } from '../../../contract/states/subscription.ts';
import type { HandlerContext } from '../../handlers.ts';
import { lockSubscription, saveSubscription } from './repository.ts';
import { redeemPromo, type PromoCode } from './promo.ts';

const DAY_MS = 86_400_000;

/**
 * Gives a new member the benefit of a locked promo code: a free trial that starts now, or a discount on the first
 * payment.
 */
export async function applyPromo(
  context: Omit<HandlerContext, 'caller'>,
  user_id: string,
  promo: Pick<PromoCode, 'code' | 'trial_days'>,
): Promise<void> {
  if (promo.trial_days > 0) return startTrial(context, user_id, promo);
  const locked = await lockSubscription(context, user_id);
  if (locked) await saveSubscription(context, locked, { ...locked.row, promo_code: promo.code });
}

/**
 * Starts the free trial that a locked promo code grants. The trial does not renew. Throws `subscription_state` if a
 * subscription is running.
 */
export async function startTrial(
  context: Omit<HandlerContext, 'caller'>,
  user_id: string,
  { code, trial_days }: Pick<PromoCode, 'code' | 'trial_days'>,
): Promise<void> {
  const { tx, scope, received_at: at } = context;
  const locked = await lockSubscription(context, user_id);
  if (!locked) return;
  const state = nextSubscriptionState(locked.row.state, 'trial') ?? locked.row.state;
  const until = new Date(Date.parse(at) + trial_days * DAY_MS).toISOString();
  await redeemPromo(context, code, user_id);
  await tx
    .insertInto('subscription_lines')
    .values({
      ...{ scope, id: uuidv7(), user_id, at, title: null, package_id: null, period: null, promo_code: code },
      ...{ price_cents: 0, amount_cents: 0, status: 'paid', from_at: at, until_at: until, receipt_no: null },
    })
    .execute();
  const started = { plan: null, next: null, started_at: at, until, pending_until: null, reminded_days: null };
  await saveSubscription(context, locked, { ...locked.row, ...started, state });
}
