import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { intentById, runIntentCommand, saveMethod, savedMethodOf } from './intents.ts';
import { failIntent, lockPayer, markRefunded, settleIntent } from './ledger.ts';
import { allPurposes } from './purposes.ts';
import type { Charge, Intent, PaymentProvider } from './provider.ts';

const PROVIDER_TIMEOUT_MS = 10_000;
/** How long a request to the provider may be repeated; a provider deletes idempotency keys after 24 hours. */
const REPEATABLE_FOR_MS = 22 * 3_600_000;

/** The data needed to call the payment provider, outside of any transaction. */
export interface Payments {
  deps: Deps;
  provider: PaymentProvider;
  /**
   * Returns the base URL to which payers return. Call it only after the server has started to listen, because the URL
   * may contain the actual port.
   */
  public_url: () => string;
  /** Returns the signal that aborts a call to the provider. Default: after 10 s. */
  limit?: () => AbortSignal;
  /** Pending calls for payment pages by intent, so that simultaneous requests share one call. */
  checkouts: Map<string, Promise<string>>;
}

/** Rejects when the signal is aborted, even if the adapter of the provider ignores the signal. */
async function rejectOnAbort<T>(signal: AbortSignal, call: Promise<T>): Promise<T> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new Error('the payment provider did not respond in time'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([call, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Calls the provider with a time limit. Must not be called inside a transaction. */
export function callProvider<T>(payments: Payments, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = payments.limit?.() ?? AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  return rejectOnAbort(signal, call(signal));
}

/** Whether a request about an intent may still be repeated with its idempotency key. */
export const isRepeatable = ({ deps }: Pick<Payments, 'deps'>, { created_at }: Intent): boolean =>
  deps.clock().getTime() - Date.parse(created_at) < REPEATABLE_FOR_MS;

async function openCheckout(payments: Payments, intent: Intent): Promise<string> {
  const { deps, provider, public_url } = payments;
  const { scope, id } = intent;
  try {
    // A request that read the intent before its payment page was stored may arrive here after it.
    const stored = await intentById({ tx: deps.db, scope }, id);
    if (stored?.url) return stored.url;
    const return_url = `${public_url()}${intent.return_path}`;
    const { provider_id, url } = await callProvider(payments, (signal) =>
      provider.checkout(intent, return_url, signal),
    );
    await inScope(deps, scope, (context) =>
      runIntentCommand(context, id, 'open', { cause: 'checkout' }, { provider_id, url }),
    );
    return url;
  } catch (error) {
    deps.log.warn({ err: error, intent_id: id }, 'the payment provider did not create a payment page');
    // Another process may have created and stored the payment page in the meantime.
    return (await intentById({ tx: deps.db, scope }, id))?.url ?? '';
  }
}

/**
 * Returns the URL of the payment page of an intent; an empty string if the provider fails. After a failure, a job tries
 * again. Call this function after the commit, outside of any transaction.
 */
export function getCheckoutUrl(payments: Payments, intent: Intent): Promise<string> {
  if (intent.url !== null) return Promise.resolve(intent.url);
  const { checkouts } = payments;
  const running = checkouts.get(intent.id);
  if (running) return running;
  const started = openCheckout(payments, intent).finally(() => checkouts.delete(intent.id));
  checkouts.set(intent.id, started);
  return started;
}

export interface PurchaseOptions {
  /**
   * Returns the public URL. Call it only after the server has started to listen, because the URL may contain the actual
   * port.
   */
  public_url: () => string;
  /** Undefined if there is no payment provider. */
  payments: Payments | undefined;
}

/**
 * Returns the URL to which a payer is sent: the payment page of an open intent (an empty string if the provider fails),
 * or the page of the app at `path` if nothing has to be paid now. Call this function after the commit.
 */
export async function purchaseUrl(
  { public_url, payments }: PurchaseOptions,
  intent: Intent | null | undefined,
  path: string,
): Promise<string> {
  const isOpen = intent?.state === 'created' || intent?.state === 'pending';
  return isOpen && payments ? getCheckoutUrl(payments, intent) : `${public_url()}${path}`;
}

/**
 * Records the outcome of a charge. A charge that needs the payer's confirmation counts as failed, because the payer is
 * not using the app.
 */
async function recordCharge(
  { deps }: Payments,
  { scope, id, user_id }: Intent,
  { state, provider_id }: Charge,
): Promise<Intent['state']> {
  return inScope(deps, scope, async (context) => {
    const cause = { cause: 'charge' } as const;
    await lockPayer(context, user_id);
    await runIntentCommand(context, id, 'open', cause, { provider_id });
    if (state === 'succeeded') await settleIntent(context, id, { ...cause, payment_id: provider_id });
    if (state === 'failed' || state === 'requires_action') await failIntent(context, id, 'fail', cause);
    return (await intentById(context, id))?.state ?? 'failed';
  });
}

/**
 * Charges the saved payment method of the payer. The intent must have been opened with `is_off_session`, and committed.
 * Returns the state of the intent: `created` if the provider did not respond; a job then fetches the outcome. A
 * repeated call charges nothing more. The charge is not requested again after the provider may have deleted the
 * idempotency key.
 */
export async function chargeOffSession(payments: Payments, intent: Intent): Promise<Intent['state']> {
  const { deps, provider } = payments;
  const { scope, id } = intent;
  if (intent.state !== 'created' || !isRepeatable(payments, intent)) return intent.state;
  const method = await savedMethodOf({ tx: deps.db, scope }, intent);
  if (!method) {
    await inScope(deps, scope, (context) => failIntent(context, id, 'fail', { cause: 'charge' }));
    return 'failed';
  }
  try {
    const charge = await callProvider(payments, (signal) => provider.charge(intent, method, signal));
    return await recordCharge(payments, intent, charge);
  } catch (error) {
    deps.log.warn({ err: error, intent_id: id }, 'the outcome of a charge is unknown');
    return 'created';
  }
}

/** Returns an intent. Throws if the intent belongs to a provider that is not the configured one. */
async function intentOfProvider({ deps, provider }: Payments, id: string): Promise<Intent | undefined> {
  const intent = await intentById({ tx: deps.db, scope: deps.scope }, id);
  if (intent && intent.provider !== provider.name) throw new Error(`the payment belongs to ${intent.provider}`);
  return intent;
}

/** Refunds a paid intent at the provider, and records the refund. Throws if the provider fails. */
export async function refundPayment(payments: Payments, intent_id: string): Promise<void> {
  const { deps, provider } = payments;
  const intent = await intentOfProvider(payments, intent_id);
  if (intent?.state !== 'succeeded') return;
  await callProvider(payments, (signal) => provider.refund(intent, signal));
  await inScope(deps, intent.scope, (context) => markRefunded(context, intent_id, { cause: 'refund' }));
}

/** Closes the payment page of an intent that was replaced. Throws if the provider fails. */
export async function closePaymentPage(payments: Payments, intent_id: string): Promise<void> {
  const { provider } = payments;
  const intent = await intentOfProvider(payments, intent_id);
  if (intent?.state === 'expired') await callProvider(payments, (signal) => provider.close(intent, signal));
}

/** Stores the payment method with which an intent was paid. Throws if the provider fails. */
export async function savePaymentMethod(payments: Payments, intent_id: string): Promise<void> {
  const { deps, provider } = payments;
  const intent = await intentOfProvider(payments, intent_id);
  if (!intent) return;
  const { method } = await callProvider(payments, (signal) => provider.find(intent, null, signal));
  if (!method) return;
  await inScope(deps, intent.scope, async (context) => {
    await saveMethod(context, intent, method);
    for (const { methodSaved } of allPurposes) await methodSaved?.(context, intent);
  });
}
