import { Id, Instant, Texts } from '../fields.ts';
import { subscriptionPayments, subscriptionStates } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { Period } from './package.ts';
import { stores } from './stores.ts';

/** The package, period and price of a subscription. A later change of the package's price does not affect it. */
const Plan = z.object({ package_id: Id, title: Texts, period: Period, price_cents: z.int() });
export type Plan = z.infer<typeof Plan>;

/** The amount by which a promo code reduces the price of one payment. */
const Discount = z.object({ code: z.string(), amount_cents: z.int() });

/** A line of the payment history. */
export const SubscriptionLine = z.object({
  id: Id,
  at: Instant,
  /** When the payment arrived; null if it has not arrived, and for a free trial. */
  paid_at: z.nullable(Instant),
  /** Title of the package; null, like `period`, for a free trial without a particular package. */
  title: z.nullable(Texts),
  period: z.nullable(Period),
  /** The amount that is paid, after the discount. */
  amount_cents: z.int(),
  discount: z.nullable(Discount),
  status: z.enum(subscriptionPayments),
  /** Start and end of the paid period; null until it is paid. */
  from: z.nullable(Instant),
  until: z.nullable(Instant),
  /** Number on the receipt; null if there is none. */
  receipt: z.nullable(z.string()),
});
export type SubscriptionLine = z.infer<typeof SubscriptionLine>;

const PaymentMethod = z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() });

/** A user's subscription. `id` is the id of the user. */
export const Subscription = z.object({
  id: Id,
  rev: z.int(),
  state: z.enum(subscriptionStates),
  /** Null for a free trial and before the first payment. */
  plan: z.nullable(Plan),
  /** A change of package that takes effect when the current period ends. */
  next: z.nullable(z.extend(Plan, { starts_at: Instant })),
  /** Start of the current period. */
  started_at: z.nullable(Instant),
  /** End of the paid time. */
  until: z.nullable(Instant),
  /** When a failed renewal will be retried. */
  next_try_at: z.nullable(Instant),
  /** The card that renewals charge. */
  method: z.nullable(PaymentMethod),
  /** Promo code entered at registration whose discount applies to the first payment; null once it is used. */
  promo_code: z.nullable(z.string()),
  /** The newest lines of the payment history, newest first. */
  history: z.array(SubscriptionLine),
});
export type Subscription = z.infer<typeof Subscription>;

export const subscriptions = defineEntity<Subscription>({
  ...stores.subscriptions,
  schema: Subscription,
  policies: {},
});
