import { Id } from '../../../contract/fields.ts';
import type { PaymentState } from '../../../contract/states/payment.ts';
import type { providerAnswers } from '../../../contract/values.ts';
import { savedMethodOf } from '../payments/intents.ts';
import { callProvider, type Payments } from '../payments/payments.ts';
import type { Intent, PaidPaymentsPage, PaidPayment, ProviderPayment } from '../payments/provider.ts';
import { EFFECT_WITHIN_MS, MAX_PER_KIND, type FoundProblems, type Problem } from './problems.ts';

/**
 * Payments that changed within this time are compared. An older payment changes at the provider only if it is disputed.
 */
export const LOOKED_UP_MS = 7 * 86_400_000;
/** Maximum number of payments that are compared in one night. */
const MAX_LOOKED_UP = 2000;
/** Maximum number of pages of payments at the provider that are read in one night. */
const MAX_PAGES = 50;
/** Number of consecutive failed requests after which the check sends no more requests to the provider. */
const MAX_FAILURES = 5;

interface Comparison extends FoundProblems {
  provider: (typeof providerAnswers)[number];
  /** Number of payments whose state at the provider was fetched. */
  provider_payments: number;
}

/** Whether a payment's state in the ledger is consistent with the state that the provider reports. */
function isConsistent(state: PaymentState, atProvider: ProviderPayment['state']): boolean {
  if (state === 'succeeded' || state === 'refunded') return atProvider === state;
  return atProvider !== 'succeeded' && atProvider !== 'refunded';
}

function findDifference(
  { id, user_id, state, amount_cents, currency }: Intent,
  payment: ProviderPayment,
): Problem | null {
  const ids = { payment_id: id, user_id };
  if (!isConsistent(state, payment.state))
    return { kind: 'provider_state', ...ids, expected: state, found: payment.state };
  const isCharged = payment.state === 'succeeded' || payment.state === 'refunded';
  if (!isCharged || (payment.amount_cents === amount_cents && payment.currency === currency)) return null;
  const [expected, actual] = [`${amount_cents} ${currency}`, `${payment.amount_cents} ${payment.currency}`];
  return { kind: 'provider_amount', ...ids, expected, found: actual };
}

/** Counts a problem, and adds it to the report if the report contains fewer than MAX_PER_KIND of its kind. */
function addProblem(result: FoundProblems, problem: Problem): void {
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

/** Returns those of the provider's paid payments that are not in the ledger. */
async function missingInLedger(
  { deps: { db, scope } }: Payments,
  paid: readonly PaidPayment[],
): Promise<PaidPayment[]> {
  const ids = paid.map(({ intent_id }) => intent_id);
  if (ids.length === 0) return [];
  const knownIntents = await db
    .selectFrom('payment_intents')
    .select('id')
    .where('scope', '=', scope)
    .where('id', 'in', ids)
    .execute();
  const knownIds = new Set(knownIntents.map(({ id }) => id));
  return paid.filter(({ intent_id }) => !knownIds.has(intent_id));
}

/**
 * Adds the provider's recent payments that are missing in the ledger, for example because the database was restored
 * from a backup.
 */
async function addMissingInLedger(payments: Payments, result: Comparison): Promise<void> {
  const { deps, provider } = payments;
  const now = deps.clock().getTime();
  const range = { from: new Date(now - LOOKED_UP_MS), until: new Date(now - EFFECT_WITHIN_MS) };
  let position: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const paidPage: PaidPaymentsPage = await callProvider(payments, (signal) =>
      provider.listPaid(range, position, signal),
    );
    for (const { intent_id, amount_cents, currency } of await missingInLedger(payments, paidPage.payments)) {
      const payment_id = Id.safeParse(intent_id).success ? intent_id : null;
      const amount = `${amount_cents} ${currency}`;
      addProblem(result, { kind: 'payment_unknown', payment_id, user_id: null, expected: null, found: amount });
    }
    if (paidPage.next === null) return;
    position = paidPage.next;
  }
}

/** Compares recent payments in the ledger with those at the provider, in both directions. */
export async function compareWithProvider(payments: Payments): Promise<Comparison> {
  const result: Comparison = { provider: 'answered', provider_payments: 0, count: 0, problems: [] };
  await compareEachPayment(payments, result);
  try {
    await addMissingInLedger(payments, result);
  } catch (error) {
    payments.deps.log.warn({ err: error }, 'the payments at the provider could not be listed');
    result.provider = 'unreachable';
  }
  return result;
}

/** Compares each recent payment in the ledger with its state at the provider. */
async function compareEachPayment(payments: Payments, result: Comparison): Promise<void> {
  const { deps, provider } = payments;
  let failures = 0;
  for (const intent of await recentIntents(payments)) {
    try {
      const method = await savedMethodOf({ tx: deps.db, scope: deps.scope }, intent);
      const payment = await callProvider(payments, (signal) => provider.find(intent, method, signal));
      result.provider_payments += 1;
      const problem = findDifference(intent, payment);
      if (problem) addProblem(result, problem);
      failures = 0;
    } catch (error) {
      deps.log.warn({ err: error, intent_id: intent.id }, 'a payment could not be compared with the provider');
      failures += 1;
      if (failures >= MAX_FAILURES) {
        result.provider = 'unreachable';
        return;
      }
    }
  }
}
