import { uuidv7 } from 'uuidv7';
import type { PaymentIntentsTable } from '../db/payment-tables.ts';
import type { Tx } from '../db/tables.ts';

/** A payment of the demo, which was made or failed at `at`. */
export type SeededPayment = Pick<
  PaymentIntentsTable,
  | 'id'
  | 'scope'
  | 'user_id'
  | 'purpose'
  | 'subject_id'
  | 'title'
  | 'amount_cents'
  | 'return_path'
  | 'saves_method'
  | 'is_off_session'
> & { at: string; state: 'succeeded' | 'failed' };

/**
 * Adds a payment to the ledger, but not to the demo provider, because the server asks the provider only for newer
 * payments.
 */
export async function addToLedger(tx: Tx, { at, ...payment }: SeededPayment): Promise<void> {
  const { scope, id, state } = payment;
  await tx
    .insertInto('payment_intents')
    .values({
      ...{ ...payment, currency: 'USD', provider: 'demo', provider_id: id, payment_id: id, url: null },
      ...{ idempotency_key: id, expires_at: at, created_at: at, updated_at: at },
      settled_at: state === 'succeeded' ? at : null,
    })
    .execute();
  const event = { scope, intent_id: id, at, provider_event_id: null };
  await tx
    .insertInto('payment_events')
    .values([
      { ...event, id: uuidv7(), from_state: null, to_state: 'created', cause: 'purchase' },
      { ...event, id: uuidv7(), from_state: 'created', to_state: state, cause: 'webhook' },
    ])
    .execute();
}
