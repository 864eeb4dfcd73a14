import { Period, Package } from '../entities/package.ts';
import { Subscription, SubscriptionLine } from '../entities/subscription.ts';
import { Id, Instant, text } from '../fields.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const Plan = z.object({ package_id: Id, title: z.string(), period: Period, price_cents: z.int() });

/** The caller's subscription, with its titles in the caller's language. */
export const SubscriptionInfo = z.object({
  current: z.extend(z.omit(Subscription, { id: true, history: true }), {
    plan: z.nullable(Plan),
    next: z.nullable(z.extend(Plan, { starts_at: Instant })),
    auto_pay: z.boolean(),
    is_subscribed: z.boolean(),
  }),
  history: z.array(z.extend(SubscriptionLine, { title: z.nullable(z.string()) })),
});
export type SubscriptionInfo = z.infer<typeof SubscriptionInfo>;

/** What a promo code changes on the offer of a package. */
export const PromoOffer = z.object({
  code: z.string(),
  /** Days of the free trial; 0 for a discount. */
  trial_days: z.int(),
  discount_percent: z.int(),
  price_cents: z.int(),
  /** The amount that must be paid now. */
  amount_cents: z.int(),
});
export type PromoOffer = z.infer<typeof PromoOffer>;

export const subscriptionCalls = {
  'subscription.periods': defineCall({
    method: 'POST',
    path: '/api/subscription/periods/',
    roles: members,
    summary: 'The periods for which a package can be bought, shortest first',
    idempotent: false,
    body: z.strictObject({}),
    reply: z.array(z.object({ period: Period, title: z.string() })),
  }),
  'subscription.packages': defineCall({
    method: 'POST',
    path: '/api/subscription/packages/',
    roles: members,
    summary: 'The packages on offer; with a period, those that have a price for it',
    idempotent: false,
    body: z.strictObject({ period: z.optional(Period) }),
    reply: z.array(z.extend(z.omit(Package, { position: true }), { title: z.string(), features: z.array(z.string()) })),
  }),
  'subscription.package_purchase': defineCall({
    method: 'POST',
    path: '/api/subscription/package_purchase/',
    roles: members,
    summary:
      'Buy a package, or choose it for the next period. Without `promo_code`, a discount that was entered at registration applies. Returns the URL of the payment page; an empty string if the payment provider fails; the URL of the subscription page if no payment is needed now',
    idempotent: true,
    body: z.strictObject({ package_id: Id, period: Period, promo_code: z.optional(text(0, 40)) }),
    reply: z.string(),
    per_minute: 30,
  }),
  'subscription.check_promo': defineCall({
    method: 'POST',
    path: '/api/subscription/check_promo/',
    roles: members,
    summary: 'What a package costs with a promo code: a discount of the next payment, or free days without a payment',
    idempotent: false,
    body: z.strictObject({ package_id: Id, period: Period, promo_code: text(1, 40) }),
    reply: PromoOffer,
    // The limit is low because each response reveals whether a code exists.
    per_minute: 10,
  }),
  'subscription.info': defineCall({
    method: 'GET',
    path: '/api/subscription/info/',
    roles: members,
    summary: "The caller's subscription and its payments, latest first",
    idempotent: false,
    reply: SubscriptionInfo,
  }),
  'subscription.set_auto_pay': defineCall({
    method: 'POST',
    path: '/api/subscription/info/',
    roles: members,
    summary: 'Turn the automatic renewal on or off; without `auto_pay`, toggle it',
    idempotent: true,
    body: z.strictObject({ auto_pay: z.optional(z.boolean()) }),
    success: 'changes_saved',
    reply: SubscriptionInfo,
  }),
};
