import type { Selectable } from 'kysely';
import type { PaymentIntentsTable, PaymentMethodsTable } from '../../db/payment-tables.ts';

/**
 * How long a payment page can be used. The page expires before the intent, so that reports of the last payments can
 * still arrive.
 */
export const PAGE_EXPIRES_AFTER_MS = 23 * 3_600_000;

/** A payment that a person should make, as it is stored. */
export type Intent = Selectable<PaymentIntentsTable>;

/** A payment method that the provider has saved for later charges. */
export type SavedMethod = Pick<
  Selectable<PaymentMethodsTable>,
  'customer_id' | 'method_id' | 'brand' | 'last4' | 'exp_month' | 'exp_year'
>;

/**
 * A payment at the provider. `open`: the payer can still pay; `unknown`: the provider has no such payment; the other
 * states are those of the ledger.
 */
export interface ProviderPayment {
  state: 'open' | 'pending' | 'succeeded' | 'failed' | 'expired' | 'refunded' | 'unknown';
  amount_cents: number;
  currency: string;
  payment_id: string | null;
  /** The payment method, if it was saved. */
  method: SavedMethod | null;
}

export interface Charge {
  state: 'succeeded' | 'failed' | 'pending' | 'requires_action';
  provider_id: string;
}

/** A payment at the provider that was paid and not refunded. */
export interface PaidPayment {
  intent_id: string;
  payment_id: string;
  amount_cents: number;
  currency: string;
}

export interface PaidPaymentsPage {
  payments: PaidPayment[];
  /** The position of the next page; null after the last page. */
  next: string | null;
}

/**
 * A payment provider. Every method may be called again with the same intent and then has no further effect. A method
 * throws if the provider does not respond or its response cannot be parsed; the outcome is then unknown. Methods must
 * not be called inside a transaction.
 */
export interface PaymentProvider {
  name: Intent['provider'];
  /** The secret with which the provider signs its webhooks. */
  webhook_secret: string;
  /**
   * Creates the payment page. After the payment, or if the payer leaves the page, the provider redirects to
   * `return_url`.
   */
  checkout(intent: Intent, return_url: string, signal: AbortSignal): Promise<{ provider_id: string; url: string }>;
  /** Charges a saved payment method while the payer is not using the app. */
  charge(intent: Intent, method: SavedMethod, signal: AbortSignal): Promise<Charge>;
  /** Closes the payment page of an intent, so that it can no longer be paid. Has no effect on a paid intent. */
  close(intent: Intent, signal: AbortSignal): Promise<void>;
  /** Refunds the full amount of a paid intent. */
  refund(intent: Intent, signal: AbortSignal): Promise<void>;
  /**
   * Returns the state of a payment at the provider. `method` is the saved payment method if the intent charges a saved
   * payment method.
   */
  find(intent: Intent, method: SavedMethod | null, signal: AbortSignal): Promise<ProviderPayment>;
  /**
   * Lists the payments that this server requested and that were made from `from` to `until`, one page at a time.
   * `position` is null for the first page.
   */
  listPaid(range: { from: Date; until: Date }, position: string | null, signal: AbortSignal): Promise<PaidPaymentsPage>;
}
