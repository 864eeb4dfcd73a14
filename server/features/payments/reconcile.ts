import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { applyOutcome } from './apply-outcome.ts';
import { savedMethodOf } from './intents.ts';
import { failIntent } from './ledger.ts';
import { callProvider, chargeOffSession, getCheckoutUrl, isRepeatable, type Payments } from './payments.ts';
import type { Intent, ProviderPayment } from './provider.ts';

/**
 * Age until which an intent without a payment page is not checked, because the request that created the intent may
 * still be running.
 */
const REQUEST_PENDING_MS = 60_000;
const BATCH = 100;
/** Number of failures after which a run ends, because the provider is probably down. */
const MAX_FAILURES = 5;
/** How long after its end a replaced intent is still checked. */
const LAST_CHECK_WITHIN_MS = 7 * 86_400_000;

/**
 * Returns the intents whose state may have changed at the provider without a webhook: the open intents, and the
 * replaced intents, which are checked one more time after their payment page has expired.
 */
function intentsToCheck({ db, scope }: Deps, provider: Intent['provider'], now: Date): Promise<Intent[]> {
  const at = now.toISOString();
  return db
    .selectFrom('payment_intents')
    .selectAll()
    .where('scope', '=', scope)
    .where('provider', '=', provider)
    .where('created_at', '<', new Date(now.getTime() - REQUEST_PENDING_MS).toISOString())
    .where(({ and, or, eb }) =>
      or([
        eb('state', 'in', ['created', 'pending']),
        and([
          eb('state', '=', 'expired'),
          eb('provider_id', 'is not', null),
          eb('expires_at', '<=', at),
          eb('expires_at', '>', new Date(now.getTime() - LAST_CHECK_WITHIN_MS).toISOString()),
          or([eb('checked_at', 'is', null), eb('checked_at', '<', eb.ref('expires_at'))]),
        ]),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

/**
 * Records the state that the provider reports. An intent that is still unpaid at the end of its lifetime expires,
 * unless the provider reports that the payment is still being processed.
 */
async function record({ deps }: Payments, intent: Intent, payment: ProviderPayment): Promise<void> {
  const { log, clock } = deps;
  const cause = { cause: 'reconcile' } as const;
  const isOver = clock().toISOString() >= intent.expires_at;
  await inScope(deps, intent.scope, async (context) => {
    const { state } = payment;
    if (state === 'succeeded' || state === 'failed' || state === 'expired' || state === 'refunded')
      await applyOutcome(context, intent, { ...payment, outcome: state }, { ...cause, log });
    if (isOver && state !== 'pending') await failIntent(context, intent.id, 'expire', cause);
  });
}

/**
 * Repeats the request to the provider if the first request may not have arrived. Returns whether a request was
 * repeated.
 */
async function repeatRequest(payments: Payments, intent: Intent, { state }: ProviderPayment): Promise<boolean> {
  if (state !== 'unknown' || intent.state !== 'created' || !isRepeatable(payments, intent)) return false;
  if (intent.is_off_session) await chargeOffSession(payments, intent);
  else await getCheckoutUrl(payments, intent);
  return true;
}

async function markChecked({ db, scope, clock }: Deps, { id }: Intent): Promise<void> {
  const checked_at = clock().toISOString();
  await db.updateTable('payment_intents').set({ checked_at }).where('scope', '=', scope).where('id', '=', id).execute();
}

/**
 * Checks one intent. Returns false if the provider failed. In this case the intent is not changed, and the next run
 * checks other intents first.
 */
async function check(payments: Payments, intent: Intent): Promise<boolean> {
  const { deps, provider } = payments;
  const { db, scope, log } = deps;
  try {
    const method = await savedMethodOf({ tx: db, scope }, intent);
    const payment = await callProvider(payments, (signal) => provider.find(intent, method, signal));
    if (!(await repeatRequest(payments, intent, payment))) await record(payments, intent, payment);
    await markChecked(deps, intent);
    return true;
  } catch (error) {
    log.warn({ err: error, intent_id: intent.id }, 'a payment could not be checked');
    if (intent.state !== 'expired') await markChecked(deps, intent);
    return false;
  }
}

/**
 * Fetches the state of open payments from the provider, since webhooks, requests and responses may have been lost. An
 * intent expires only after the provider has confirmed that it was not paid.
 */
export async function reconcilePayments(payments: Payments): Promise<void> {
  const { deps, provider } = payments;
  const intents = await intentsToCheck(deps, provider.name, deps.clock());
  let failures = 0;
  for (const intent of intents) {
    if (!(await check(payments, intent))) failures += 1;
    if (failures >= MAX_FAILURES) return;
  }
}
