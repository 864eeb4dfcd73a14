import { uuidv7 } from 'uuidv7';
import { addJob } from '../../jobs/queue.ts';
import { insertIntent, intentById, runIntentCommand, openIntentOf, type Cause } from './intents.ts';
import type { Intent, PaymentProvider } from './provider.ts';
import type { LedgerContext } from './purpose.ts';
import { purposeOf, type PurposeName } from './purposes.ts';

const HOUR_MS = 3_600_000;
/** Lifetime of an intent. */
const EXPIRES_AFTER_MS = 24 * HOUR_MS;
/**
 * How long after its creation an intent is reused. It is shorter than the lifetime, so that the payer always has at
 * least an hour to pay.
 */
const REUSED_FOR_MS = 22 * HOUR_MS;
/** Age at which an intent without a payment page is replaced if the payer tries again. */
const RETRIED_FOR_MS = 10 * 60_000;

export interface IntentRequest {
  user_id: string;
  purpose: PurposeName;
  /** Id of the record for which the person pays. The type of the record depends on `purpose`. */
  subject_id: string;
  amount_cents: number;
  /** Title that the payer sees on the payment page. */
  title: string;
  /** Path to which the payer returns. */
  return_path: string;
  /** Whether the provider saves the payment method for later charges. */
  saves_method?: boolean;
  /** Whether the saved payment method will be charged while the payer is not using the app. */
  is_off_session?: boolean;
}

/**
 * Locks the payer's row, so that requests from several devices and reports of payments run one after another. Call it
 * before checking whether the payer already owns the item, and before locking any row of a payment.
 */
export async function lockPayer({ tx, scope }: LedgerContext, user_id: string): Promise<void> {
  const user = tx.selectFrom('users').select('id').where('scope', '=', scope).where('id', '=', user_id);
  await user.forUpdate().executeTakeFirst();
}

async function lockPayerOf(context: LedgerContext, intent_id: string): Promise<void> {
  const intent = await intentById(context, intent_id);
  if (intent) await lockPayer(context, intent.user_id);
}

function isReusable(intent: Intent, request: Omit<Intent, 'scope'>, now: string): boolean {
  // The payer may already have been charged for the open intent, and a new intent could charge the payer again.
  // Therefore an open charge is reused even if the price has changed.
  if (intent.is_off_session && request.is_off_session && intent.provider === request.provider) return true;
  const age = Date.parse(now) - Date.parse(intent.created_at);
  const isSameRequest =
    intent.amount_cents === request.amount_cents &&
    intent.provider === request.provider &&
    intent.saves_method === request.saves_method &&
    intent.is_off_session === request.is_off_session;
  return isSameRequest && age < (intent.url === null ? RETRIED_FOR_MS : REUSED_FOR_MS);
}

/**
 * Expires an intent that is replaced by another intent, and closes its payment page. Clears `checked_at`, so that the
 * state of the replaced intent is fetched from the provider one more time, because its latest check may have failed.
 */
async function replaceIntent(context: LedgerContext, { id, provider_id }: Intent): Promise<void> {
  const { tx, scope, received_at: at } = context;
  await runIntentCommand(context, id, 'expire', { cause: 'replaced' }, { checked_at: null });
  if (provider_id !== null) await addJob(tx, { scope, at }, 'close_payment_page', { intent_id: id });
}

/**
 * Stores the intent to pay. Does not call the provider: `getCheckoutUrl` or `chargeOffSession` does this after the
 * commit. An open intent of the same user for the same record is reused if it is recent enough and describes the same
 * payment; otherwise it expires. If the expired intent is paid nevertheless, the hook of the purpose is called for both
 * payments and reports the surplus. An open charge of a saved payment method is always reused.
 */
export async function openIntent(
  context: LedgerContext,
  provider: Pick<PaymentProvider, 'name'>,
  { saves_method = false, is_off_session = false, ...request }: IntentRequest,
): Promise<Intent> {
  const { received_at: at } = context;
  await lockPayer(context, request.user_id);
  const id = uuidv7();
  const intent: Omit<Intent, 'scope'> = {
    ...{ id, ...request, currency: 'USD', state: 'created', provider: provider.name, saves_method, is_off_session },
    ...{ provider_id: null, payment_id: null, url: null, settled_at: null, checked_at: null, idempotency_key: id },
    ...{ created_at: at, updated_at: at, expires_at: new Date(Date.parse(at) + EXPIRES_AFTER_MS).toISOString() },
  };
  const existing = await openIntentOf(context, request);
  if (existing && isReusable(existing, intent, at)) return existing;
  if (existing) await replaceIntent(context, existing);
  return insertIntent(context, intent);
}

/** Whether the account of a payer still exists. */
async function hasAccount({ tx, scope }: LedgerContext, { user_id }: Intent): Promise<boolean> {
  const user = tx.selectFrom('users').select('id').where('scope', '=', scope).where('id', '=', user_id);
  return (await user.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined;
}

const queueRefund = ({ tx, scope, received_at: at }: LedgerContext, intent_id: string): Promise<void> =>
  addJob(tx, { scope, at }, 'refund_payment', { intent_id });

/**
 * Records that an intent was paid, and gives the payer the record for which they paid. Idempotent: returns `unchanged`
 * if the payment was already recorded. A payment for a record that the payer already has, or by an account that no
 * longer exists, is refunded (`surplus`). The caller must have checked that the amount equals that of the intent.
 */
export async function settleIntent(
  context: LedgerContext,
  intent_id: string,
  { payment_id, ...cause }: Cause & { payment_id: string | null },
): Promise<'settled' | 'surplus' | 'unchanged'> {
  const beforeLock = await intentById(context, intent_id);
  if (!beforeLock) return 'unchanged';
  await lockPayer(context, beforeLock.user_id);
  const paid = { settled_at: context.received_at, payment_id };
  const intent = await runIntentCommand(context, intent_id, 'succeed', cause, paid);
  if (!intent) return 'unchanged';
  const outcome = (await hasAccount(context, intent)) ? await purposeOf(intent).onPaid(context, intent) : 'surplus';
  if (outcome === 'surplus') await queueRefund(context, intent_id);
  else if (intent.saves_method) {
    const { tx, scope, received_at: at } = context;
    await addJob(tx, { scope, at }, 'save_payment_method', { intent_id });
  }
  return outcome;
}

/** Records that a payment failed or expired. Returns whether this changed the intent. */
export async function failIntent(
  context: LedgerContext,
  intent_id: string,
  command: 'fail' | 'expire',
  cause: Cause,
): Promise<boolean> {
  await lockPayerOf(context, intent_id);
  const intent = await runIntentCommand(context, intent_id, command, cause);
  if (intent) await purposeOf(intent).onFailed?.(context, intent);
  return intent !== null;
}

/** Records that a payment was refunded. Returns whether this changed the intent. */
export async function markRefunded(context: LedgerContext, intent_id: string, cause: Cause): Promise<boolean> {
  await lockPayerOf(context, intent_id);
  const intent = await runIntentCommand(context, intent_id, 'refund', cause);
  if (intent) await purposeOf(intent).onRefunded?.(context, intent);
  return intent !== null;
}

/**
 * Queues the full refund of a paid intent. A second call refunds nothing more. Returns `not_paid` if there is nothing
 * to refund.
 */
export async function refundIntent(
  context: LedgerContext,
  intent_id: string,
): Promise<'queued' | 'refunded' | 'not_paid'> {
  const intent = await intentById(context, intent_id);
  if (intent?.state === 'refunded') return 'refunded';
  if (intent?.state !== 'succeeded') return 'not_paid';
  await queueRefund(context, intent_id);
  return 'queued';
}
