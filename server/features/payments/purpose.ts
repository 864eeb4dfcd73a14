import type { HandlerContext } from '../../handlers.ts';
import type { Intent } from './provider.ts';

/** Context in which payments change state: a transaction without a caller. */
export type LedgerContext = Omit<HandlerContext, 'caller'>;

/**
 * The effects of payments for one purpose, such as books. A hook runs in the transaction that changes the state of the
 * intent, once for each change. If a hook throws, the state does not change, and the provider or a job reports it
 * again.
 */
export interface PaymentPurpose {
  /**
   * Gives the payer the record for which they paid. Returns `surplus` if the payer already has it; the payment is then
   * refunded. The amount is `intent.amount_cents`.
   */
  onPaid(context: LedgerContext, intent: Intent): Promise<'settled' | 'surplus'>;
  /** Called after a payment has failed or expired, as `intent.state` indicates. It may still succeed later. */
  onFailed?(context: LedgerContext, intent: Intent): Promise<void>;
  /** Called after a payment was refunded, even if it was a surplus payment, which gave the payer nothing. */
  onRefunded?(context: LedgerContext, intent: Intent): Promise<void>;
  /** Called after the payment method of a paid intent, of any purpose, has replaced the saved payment method. */
  methodSaved?(context: LedgerContext, intent: Intent): Promise<void>;
}
