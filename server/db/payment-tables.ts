import type { Generated } from 'kysely';
import type { AccountingProblem } from '../../contract/api-calls/accounting.ts';
import type { PaymentState } from '../../contract/states/payment.ts';
import type { paymentPurposes, providerAnswers } from '../../contract/values.ts';
import type { Json } from './synced.ts';

export type PaymentPurposeName = (typeof paymentPurposes)[number];

/** A payment that a person should make. Its amount is always set by the server. */
export interface PaymentIntentsTable {
  scope: string;
  id: string;
  user_id: string;
  purpose: PaymentPurposeName;
  /** Id of the record for which the person pays. The type of the record depends on `purpose`. */
  subject_id: string;
  amount_cents: number;
  currency: string;
  /** Title that the payer sees on the payment page. */
  title: string;
  /** Path to which the payer returns. */
  return_path: string;
  state: PaymentState;
  provider: 'stripe' | 'demo';
  /** Id of the payment page or of the charge at the provider; null until the provider has confirmed it. */
  provider_id: string | null;
  /** Id of the successful charge at the provider, which is needed for a refund. */
  payment_id: string | null;
  /** URL of the payment page. */
  url: string | null;
  /** Whether the payment method is saved for later charges. */
  saves_method: boolean;
  /** Whether the saved payment method is charged while the person is not using the app. */
  is_off_session: boolean;
  /** Key that is sent to the provider, so that a repeated request has no further effect. */
  idempotency_key: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
  /** When the payment succeeded. */
  settled_at: string | null;
  /** When the server last asked the provider for the state of the payment. */
  checked_at: Generated<string | null>;
}

/**
 * A state change of a payment, or an event that changed no state (`from_state` = `to_state`). Rows are never changed.
 */
export interface PaymentEventsTable {
  scope: string;
  id: string;
  intent_id: string;
  from_state: PaymentState | null;
  to_state: PaymentState;
  at: string;
  /** What changed the state, for example `webhook` or `reconcile`. */
  cause: string;
  /** Id of the provider's event, if there is one. */
  provider_event_id: string | null;
}

/** Webhook events that were processed, so that a repeated event has no effect. */
export interface ProviderEventsTable {
  scope: string;
  provider: string;
  id: string;
  type: string;
  received_at: string;
}

/** The saved payment method of a user. It contains only the card data that receipts show. */
export interface PaymentMethodsTable {
  scope: string;
  user_id: string;
  provider: 'stripe' | 'demo';
  customer_id: string;
  method_id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  updated_at: string;
}

/** A payment at the simulated provider of the demo, as that provider stores it. */
export interface DemoPaymentsTable {
  scope: string;
  id: string;
  intent_id: string;
  state: 'open' | 'processing' | 'paid' | 'declined' | 'expired' | 'refunded';
  amount_cents: number;
  title: string;
  return_path: string;
  saves_method: boolean;
  created_at: string;
  updated_at: string;
}

/** The nightly checks of the ledger, one for each day, with their reports. */
export interface AccountingChecksTable {
  scope: string;
  /** Date in UTC. */
  day: string;
  started_at: string;
  /** Null while the check is running. */
  finished_at: string | null;
  payments: Generated<number>;
  subscriptions: Generated<number>;
  provider_payments: Generated<number>;
  provider: Generated<(typeof providerAnswers)[number]>;
  problem_count: Generated<number>;
  problems: Json<Omit<AccountingProblem, 'user_name'>[]>;
}

export interface PaymentTables {
  payment_intents: PaymentIntentsTable;
  payment_events: PaymentEventsTable;
  provider_events: ProviderEventsTable;
  payment_methods: PaymentMethodsTable;
  demo_payments: DemoPaymentsTable;
  accounting_checks: AccountingChecksTable;
}
