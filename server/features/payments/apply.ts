import type { Log } from '../../log.ts';
import type { Cause } from './intents.ts';
import { failIntent, markRefunded, settle } from './ledger.ts';
import type { Intent } from './provider.ts';
import type { LedgerContext } from './purpose.ts';

export interface Outcome {
  outcome: 'succeeded' | 'failed' | 'expired' | 'refunded';
  amount_cents: number;
  currency: string;
  payment_id: string | null;
}

/**
 * Records what the provider reports about a payment. A success counts only with the amount of the intent: it is logged
 * as an error otherwise, and a person must look at it.
 */
export async function applyOutcome(
  context: LedgerContext,
  intent: Intent,
  { outcome, amount_cents, currency, payment_id }: Outcome,
  { log, ...cause }: Cause & { log: Log },
): Promise<void> {
  const isPayment = outcome === 'succeeded' || outcome === 'refunded';
  if (isPayment && (amount_cents !== intent.amount_cents || currency !== intent.currency)) {
    log.error({ intent_id: intent.id, amount_cents, currency }, 'a payment has another amount than its intent');
    return;
  }
  if (outcome === 'failed') await failIntent(context, intent.id, 'fail', cause);
  if (outcome === 'expired') await failIntent(context, intent.id, 'expire', cause);
  if (outcome === 'succeeded') await settle(context, intent.id, { ...cause, payment_id });
  if (outcome === 'refunded') await markRefunded(context, intent.id, cause);
}
