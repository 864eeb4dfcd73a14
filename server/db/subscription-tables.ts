import type { Generated } from 'kysely';
import type { Package } from '../../contract/entities/package.ts';
import type { Plan, Subscription } from '../../contract/entities/subscription.ts';
import type { Texts } from '../../contract/fields.ts';
import type { subscriptionPayments, SubscriptionPeriod, SubscriptionState } from '../../contract/values.ts';
import type { Json, Synced } from './synced.ts';

export interface PackagesTable extends Synced {
  id: string;
  path: string;
  source_hash: string;
  title: Json<Texts>;
  features: Json<Texts[]>;
  prices: Json<Package['prices']>;
  popular: boolean;
  position: number;
}

/** One row per user who has or had a subscription. */
export interface SubscriptionsTable {
  scope: string;
  user_id: string;
  rev: number;
  state: SubscriptionState;
  plan: Json<Plan> | null;
  next: Json<NonNullable<Subscription['next']>> | null;
  started_at: string | null;
  until: string | null;
  next_try_at: string | null;
  /** Number of failed attempts to renew since the end of the paid time. */
  attempts: Generated<number>;
  /** How many days before the end the last reminder was sent; null if none was sent for the current end date. */
  reminded_days: Generated<number | null>;
  /** The time until which the payment that the user has started can still be made; null if none is pending. */
  pending_until: Generated<string | null>;
  /** The promo code that the user entered at registration for a discount; null after the discount has been used. */
  promo_code: Generated<string | null>;
  /** Whether the user has paid access, as last sent to the user's devices. */
  is_entitled: boolean;
  created_at: string;
  updated_at: string;
}

/** The payment history. A line is created with its payment. Later, only its status and its paid time change. */
export interface SubscriptionLinesTable {
  scope: string;
  id: string;
  user_id: string;
  at: string;
  title: Json<Texts> | null;
  package_id: string | null;
  period: SubscriptionPeriod | null;
  /** Price of a renewal, without the discount on the first payment. */
  price_cents: number;
  amount_cents: number;
  status: (typeof subscriptionPayments)[number];
  from_at: string | null;
  until_at: string | null;
  promo_code: string | null;
  /** Sequence number of the receipt within the scope; null until the line is paid. */
  receipt_no: number | null;
}

/** A promo code that a user has used. Each user can use a code only once. */
export interface PromoUsesTable {
  scope: string;
  code: string;
  user_id: string;
  at: string;
}
