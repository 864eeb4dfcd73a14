import type { Log } from '../../log.ts';
import { recordEventOnce, type Cause } from './intents.ts';
import { addAuditEntry } from '../../audit.ts';
import { failIntent, lockPayer, markRefunded, settleIntent } from './ledger.ts';
import type { Intent } from './provider.ts';
import type { LedgerContext } from './purpose.ts';

export interface Outcome {
  outcome: 'succeeded' | 'failed' | 'expired' | 'refunded';
  amount_cents: number;
  currency: string;
  payment_id: string | null;
}

/**
 * Records a payment whose amount differs from that of its intent. A person must check this payment, because the payer
 * was charged but got nothing for it.
 */
async function recordMismatch(
  context: LedgerContext,
  { id, state, user_id, amount_cents: expected_cents }: Intent,
  { amount_cents, currency, payment_id }: Outcome,
): Promise<void> {
  const { tx, scope, received_at: at } = context;
  await lockPayer(context, user_id);
  if (!(await recordEventOnce(context, id, state, 'other_amount'))) return;
  const detail = { intent_id: id, payment_id, amount_cents, currency, expected_cents };
  await addAuditEntry(tx, { scope, at, action: 'payment_of_other_amount', target_id: user_id, detail });
}

/**
 * Records the state of a payment that the provider reports. A success counts only if its amount equals the amount of
 * the intent. Otherwise it is logged as an error, and recorded once in `payment_events` and in the audit log.
 * If a refund is reported before the payment, the payment is recorded first, so that the order of the reports does not
 * matter.
 */
export async function applyOutcome(
  context: LedgerContext,
  intent: Intent,
  reported: Outcome,
  { log, ...cause }: Cause & { log: Log },
): Promise<void> {
  const { outcome, amount_cents, currency, payment_id } = reported;
  const isPayment = outcome === 'succeeded' || outcome === 'refunded';
  if (isPayment && (amount_cents !== intent.amount_cents || currency !== intent.currency)) {
    log.error(
      { intent_id: intent.id, amount_cents, currency },
      'the amount of a payment differs from the amount of its intent',
    );
    await recordMismatch(context, intent, reported);
    return;
  }
  if (outcome === 'failed') await failIntent(context, intent.id, 'fail', cause);
  if (outcome === 'expired') await failIntent(context, intent.id, 'expire', cause);
  if (outcome === 'succeeded') await settleIntent(context, intent.id, { ...cause, payment_id });
  if (outcome !== 'refunded') return;
  // The id of the provider's event may be stored with only one state change, which here is the refund.
  await settleIntent(context, intent.id, { cause: cause.cause, payment_id });
  await markRefunded(context, intent.id, cause);
}
