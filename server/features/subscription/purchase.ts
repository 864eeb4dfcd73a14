import { Refused } from '../../../contract/errors.ts';
import type { Plan } from '../../../contract/entities/subscription.ts';
import { planChoiceEffect, nextSubscriptionState } from '../../../contract/states/subscription.ts';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import type { HandlerContext, SelfTransactionalHandler } from '../../handlers.ts';
import { openIntent } from '../payments/ledger.ts';
import { intentById } from '../payments/intents.ts';
import { purchaseUrl, type Payments, type PurchaseOptions } from '../payments/payments.ts';
import type { Intent } from '../payments/provider.ts';
import { planName } from './labels.ts';
import { addLine } from './lines.ts';
import { packageById } from './packages-repository.ts';
import { discountedPrice, lockPromoIfUsable, lockPromo, type PromoCode } from './promo.ts';
import { lockSubscription, saveSubscription, touchSubscription, type LockedSubscription } from './repository.ts';
import { startTrial } from './trial.ts';

type Body = CallBody<'subscription.package_purchase'>;

/** Path of the page to which the payer returns. */
export const SUBSCRIPTION_PATH = '/subscription';
/** How long a started payment may stay unpaid: as long as its payment page can be used. */
const PENDING_MS = 23 * 3_600_000;

/**
 * Returns the plan that was chosen, at its current price. Throws `not_found`, or `invalid` for a period that the
 * package does not offer.
 */
async function chosenPlan(
  context: HandlerContext,
  { package_id, period }: Pick<Body, 'package_id' | 'period'>,
): Promise<Plan> {
  const chosen = await packageById(context, package_id);
  if (!chosen) throw new Refused('not_found');
  const price_cents = chosen.prices[period];
  if (price_cents === undefined) throw new Refused('invalid', { period: 'invalid' });
  return { package_id, title: chosen.title, period, price_cents };
}

/**
 * Schedules a change to another package at the end of the current period, or cancels a scheduled change. Returns false
 * if the chosen plan must be paid for instead.
 */
async function changePlan(context: HandlerContext, locked: LockedSubscription, plan: Plan): Promise<boolean> {
  const { row } = locked;
  const effect = planChoiceEffect(row, plan);
  if (effect === 'pay' || row.until === null) return false;
  const next = effect === 'keep' ? null : { ...plan, starts_at: row.until };
  await saveSubscription(context, locked, { ...row, next });
  return true;
}

/** Opens the payment. The payment history then shows the payment as pending. */
async function openPayment(
  context: HandlerContext,
  { locked, plan, payments }: { locked: LockedSubscription; plan: Plan; payments: Payments },
  { code, discount_percent }: { code: string; discount_percent: number },
): Promise<Intent> {
  const { user, row } = locked;
  const intent = await openIntent(context, payments.provider, {
    user_id: user.id,
    purpose: 'subscription',
    subject_id: `${plan.package_id}:${plan.period}:${code}`,
    amount_cents: discountedPrice(plan.price_cents, discount_percent),
    title: planName(plan, user.language),
    return_path: SUBSCRIPTION_PATH,
    saves_method: true,
  });
  const isNewLine = await addLine(context, intent, plan, code === '' ? null : code);
  const state = nextSubscriptionState(row.state, 'open');
  const pending_until = new Date(Date.parse(context.received_at) + PENDING_MS).toISOString();
  if (state !== null) await saveSubscription(context, locked, { ...row, state, pending_until });
  else if (isNewLine) await touchSubscription(context, user.id);
  return intent;
}

/**
 * Returns the promo code of a purchase: the code that was sent or, if none was sent and something has to be paid, the
 * code that the member entered at registration. Throws `promo_unavailable` if the code that was sent cannot be used.
 */
async function promoOf(
  context: HandlerContext,
  { user, row }: LockedSubscription,
  { promo_code }: Body,
  plan: Plan,
): Promise<PromoCode | null> {
  if (promo_code) return lockPromo(context, promo_code, user.id);
  const isDiscountKept = promo_code === undefined && row.promo_code !== null && planChoiceEffect(row, plan) === 'pay';
  return isDiscountKept ? lockPromoIfUsable(context, row.promo_code ?? '', user.id) : null;
}

/** Returns the current price of a package with a promo code. Throws the errors of the purchase. */
export async function checkPromo(context: HandlerContext, body: CallBody<'subscription.check_promo'>) {
  const locked = await lockSubscription(context, context.caller.user_id);
  const { price_cents } = await chosenPlan(context, body);
  if (!locked) throw new Refused('not_found');
  const { code, trial_days, discount_percent } = await lockPromo(context, body.promo_code, locked.user.id);
  if (trial_days > 0) nextSubscriptionState(locked.row.state, 'trial');
  const amount_cents = trial_days > 0 ? 0 : discountedPrice(price_cents, discount_percent);
  return { code, trial_days, discount_percent, price_cents, amount_cents };
}

async function buy(context: HandlerContext, body: Body, payments: Payments | undefined): Promise<Intent | null> {
  const locked = await lockSubscription(context, context.caller.user_id);
  const plan = await chosenPlan(context, body);
  if (!locked) throw new Refused('not_found');
  const promo = await promoOf(context, locked, body, plan);
  if (promo && promo.trial_days > 0) {
    await startTrial(context, locked.user.id, promo);
    return null;
  }
  // A promo code reduces a payment, and scheduling a change requires none. With a promo code, the plan is therefore
  // always paid for now.
  if (promo === null && (await changePlan(context, locked, plan))) return null;
  if (!payments) throw new Refused('unavailable');
  return openPayment(context, { locked, plan, payments }, promo ?? { code: '', discount_percent: 0 });
}

/**
 * Returns the URL of the payment page of a package (an empty string if the provider fails), or the URL of the
 * subscription's page if nothing has to be paid now. The intent is committed before the provider is called.
 */
export function packagePurchaseHandler(
  options: PurchaseOptions,
): SelfTransactionalHandler<'subscription.package_purchase'> {
  return async ({ deps, caller, once }, { body }) => {
    const id = await once(async (context) => (await buy(context, body, options.payments))?.id ?? null);
    // If this request is a repetition, the intent may have changed since the first request.
    const intent = id === null ? null : await intentById({ tx: deps.db, scope: caller.scope }, id);
    return purchaseUrl(options, intent, SUBSCRIPTION_PATH);
  };
}
