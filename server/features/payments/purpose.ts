import type { HandlerContext } from '../../handlers.ts';
import type { Intent } from './provider.ts';

/** Context in which payments change state: a transaction without a caller. */
export type LedgerContext = Omit<HandlerContext, 'caller'>;

/**
 * The effects of payments for one purpose, such as books. The hooks run in the transaction that changes the state of
 * the intent, once per change. If a hook throws, the state does not change, and the provider or a job reports it again.
 */
export interface PaymentPurpose {
  /**
   * Gives the payer what was paid for. Returns `surplus` if they already have it; the payment is then refunded. The
   * amount is `intent.amount_cents`.
   */
  paid(context: LedgerContext, intent: Intent): Promise<'settled' | 'surplus'>;
  /** The payment failed or expired; `intent.state` tells which. It may still succeed later. */
  failed?(context: LedgerContext, intent: Intent): Promise<void>;
  /** The payment was refunded. Also called for a surplus payment, which gave the payer nothing. */
  refunded?(context: LedgerContext, intent: Intent): Promise<void>;
  /** Called after the payment method of a paid intent, of any purpose, was saved in place of an earlier one. */
  methodSaved?(context: LedgerContext, intent: Intent): Promise<void>;
}
