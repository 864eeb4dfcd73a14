import type { Updateable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { transition } from '../../../contract/states/machine.ts';
import { paymentMachine, type PaymentCommand, type PaymentState } from '../../../contract/states/payment.ts';
import type { PaymentIntentsTable } from '../../db/payment-tables.ts';
import type { Scoped } from '../../db/tables.ts';
import type { Intent, SavedMethod } from './provider.ts';
import type { LedgerContext } from './purpose.ts';

/** The cause of a state change. */
export interface Cause {
  cause: 'purchase' | 'checkout' | 'charge' | 'webhook' | 'reconcile' | 'replaced' | 'refund' | 'other_amount';
  provider_event_id?: string;
}

const intentsOf = ({ tx, scope }: Scoped) => tx.selectFrom('payment_intents').selectAll().where('scope', '=', scope);

export function intentById(scoped: Scoped, id: string): Promise<Intent | undefined> {
  return intentsOf(scoped).where('id', '=', id).executeTakeFirst();
}

/**
 * Returns the intent of a payment page or charge, by the id that the provider gave to the payment page, charge or paid
 * charge.
 */
export function intentAtProvider(scoped: Scoped, provider: Intent['provider'], id: string) {
  return intentsOf(scoped)
    .where('provider', '=', provider)
    .where(({ or, eb }) => or([eb('provider_id', '=', id), eb('payment_id', '=', id)]))
    .executeTakeFirst();
}

/** The user who pays and the record for which they pay, such as a book. */
type Subject = Pick<Intent, 'user_id' | 'purpose' | 'subject_id'>;

const intentsFor = (scoped: Scoped, { user_id, purpose, subject_id }: Subject) =>
  intentsOf(scoped).where('user_id', '=', user_id).where('purpose', '=', purpose).where('subject_id', '=', subject_id);

/** Returns the open intent of a user for a record: the intent that is neither paid nor failed nor expired. */
export function openIntentOf(scoped: Scoped, subject: Subject): Promise<Intent | undefined> {
  return intentsFor(scoped, subject).where('state', 'in', ['created', 'pending']).executeTakeFirst();
}

/** Returns a paid intent of a user for a record, unless it was refunded. */
export function paidIntentOf(scoped: Scoped, subject: Subject): Promise<Intent | undefined> {
  return intentsFor(scoped, subject).where('state', '=', 'succeeded').executeTakeFirst();
}

async function recordChange(
  { tx, scope, received_at: at }: LedgerContext,
  intent_id: string,
  { from, to }: { from: PaymentState | null; to: PaymentState },
  { cause, provider_event_id }: Cause,
): Promise<void> {
  const change = { from_state: from, to_state: to, at, cause, provider_event_id: provider_event_id ?? null };
  await tx
    .insertInto('payment_events')
    .values({ scope, id: uuidv7(), intent_id, ...change })
    .execute();
}

/**
 * Adds an event that changes no state. Returns false without adding it if the intent already has an event with this
 * cause, because a provider may report the same fact many times.
 */
export async function recordEventOnce(
  context: LedgerContext,
  intent_id: string,
  state: PaymentState,
  cause: Cause['cause'],
): Promise<boolean> {
  const { tx, scope } = context;
  const events = tx.selectFrom('payment_events').select('id').where('scope', '=', scope);
  const earlierEvent = await events.where('intent_id', '=', intent_id).where('cause', '=', cause).executeTakeFirst();
  if (earlierEvent) return false;
  await recordChange(context, intent_id, { from: state, to: state }, { cause });
  return true;
}

/** Stores a new intent. The caller must have locked the row of the user. */
export async function insertIntent(context: LedgerContext, intent: Omit<Intent, 'scope'>): Promise<Intent> {
  const { tx, scope } = context;
  await tx
    .insertInto('payment_intents')
    .values({ scope, ...intent })
    .execute();
  await recordChange(context, intent.id, { from: null, to: intent.state }, { cause: 'purchase' });
  return { scope, ...intent };
}

/**
 * Locks an intent and runs a command on it. Returns the changed intent; null if the command does not change the state
 * or is not valid in it, for example because events arrived in a different order.
 */
export async function runIntentCommand(
  context: LedgerContext,
  id: string,
  command: PaymentCommand,
  cause: Cause,
  fields: Updateable<PaymentIntentsTable> = {},
): Promise<Intent | null> {
  const { tx, scope, received_at: updated_at } = context;
  const intent = await tx
    .selectFrom('payment_intents')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const result = intent && transition(paymentMachine, intent.state, command);
  if (!intent || result?.kind !== 'transition') return null;
  const updated = await tx
    .updateTable('payment_intents')
    .set({ ...fields, state: result.to, updated_at })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(context, id, { from: intent.state, to: result.to }, cause);
  return updated;
}

/** Returns the saved payment method of a user at a provider. */
export async function savedMethodOf(
  { tx, scope }: Scoped,
  { user_id, provider }: Pick<Intent, 'user_id' | 'provider'>,
): Promise<SavedMethod | null> {
  const method = await tx
    .selectFrom('payment_methods')
    .select(['customer_id', 'method_id', 'brand', 'last4', 'exp_month', 'exp_year'])
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return method ?? null;
}

/**
 * Stores the payment method with which an intent was paid, unless the payment method of a later payment is already
 * stored.
 */
export async function saveMethod(
  { tx, scope, received_at }: LedgerContext,
  { user_id, provider, settled_at }: Pick<Intent, 'user_id' | 'provider' | 'settled_at'>,
  method: SavedMethod,
): Promise<void> {
  const values = { provider, ...method, updated_at: settled_at ?? received_at };
  await tx
    .insertInto('payment_methods')
    .values({ scope, user_id, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'user_id'])
        .doUpdateSet(values)
        .where('payment_methods.updated_at', '<=', values.updated_at),
    )
    .execute();
}
