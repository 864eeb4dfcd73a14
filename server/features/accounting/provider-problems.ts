import type { PaymentState } from '../../../contract/states/payment.ts';
import type { providerAnswers } from '../../../contract/values.ts';
import { savedMethodOf } from '../payments/intents.ts';
import { askProvider, type Payments } from '../payments/payments.ts';
import type { Intent, ProviderPayment } from '../payments/provider.ts';
import { EFFECT_WITHIN_MS, MAX_PER_KIND, type Found, type Problem } from './problems.ts';

/**
 * Payments that changed within this time are compared. An older payment changes at the provider only if it is disputed.
 */
export const LOOKED_UP_MS = 7 * 86_400_000;
/** Maximum number of payments that are compared in one night. */
const MAX_LOOKED_UP = 2000;
/** Number of consecutive failures after which the provider is not asked any more. */
const MAX_FAILURES = 5;

interface Compared extends Found {
  provider: (typeof providerAnswers)[number];
  /** Number of payments that the provider has answered about. */
  provider_payments: number;
}

/** Whether a payment's state in the ledger is consistent with the state that the provider reports. */
function agrees(state: PaymentState, found: ProviderPayment['state']): boolean {
  if (state === 'succeeded' || state === 'refunded') return found === state;
  return found !== 'succeeded' && found !== 'refunded';
}

function compare({ id, user_id, state, amount_cents, currency }: Intent, found: ProviderPayment): Problem | null {
  const about = { payment_id: id, user_id };
  if (!agrees(state, found.state)) return { kind: 'provider_state', ...about, expected: state, found: found.state };
  const isCharged = found.state === 'succeeded' || found.state === 'refunded';
  if (!isCharged || (found.amount_cents === amount_cents && found.currency === currency)) return null;
  const [expected, actual] = [`${amount_cents} ${currency}`, `${found.amount_cents} ${found.currency}`];
  return { kind: 'provider_amount', ...about, expected, found: actual };
}

/** Counts a problem, and keeps it if it is one of the first of its kind. */
function add(result: Found, problem: Problem): void {
  result.count += 1;
  if (result.problems.filter(({ kind }) => kind === problem.kind).length < MAX_PER_KIND) result.problems.push(problem);
}

/**
 * Returns the payments to compare, latest first. Payments that changed in the last hour are left out, because their
 * latest state may not have been reported yet.
 */
function recentIntents({ deps: { db, scope, clock }, provider }: Payments): Promise<Intent[]> {
  const before = (ms: number): string => new Date(clock().getTime() - ms).toISOString();
  return db
    .selectFrom('payment_intents')
    .selectAll()
    .where('scope', '=', scope)
    .where('provider', '=', provider.name)
    .where('updated_at', '>=', before(LOOKED_UP_MS))
    .where('updated_at', '<', before(EFFECT_WITHIN_MS))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(MAX_LOOKED_UP)
    .execute();
}

/** Compares the recent payments of the ledger with those at the provider. */
export async function compareWithProvider(payments: Payments): Promise<Compared> {
  const { deps, provider } = payments;
  const result: Compared = { provider: 'answered', provider_payments: 0, count: 0, problems: [] };
  let failures = 0;
  for (const intent of await recentIntents(payments)) {
    try {
      const method = await savedMethodOf({ tx: deps.db, scope: deps.scope }, intent);
      const found = await askProvider(payments, (signal) => provider.find(intent, method, signal));
      result.provider_payments += 1;
      const problem = compare(intent, found);
      if (problem) add(result, problem);
      failures = 0;
    } catch (error) {
      deps.log.warn({ err: error, intent_id: intent.id }, 'a payment could not be compared with the provider');
      failures += 1;
      if (failures >= MAX_FAILURES) return { ...result, provider: 'unreachable' };
    }
  }
  return result;
}
