import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Payments } from '../payments/payments.ts';
import { findProblems } from './problems.ts';
import { compareWithProvider } from './provider-problems.ts';
import { claimDailyCheck, saveReport } from './reports.ts';

async function countOf({ db, scope }: Deps, table: 'payment_intents' | 'subscriptions'): Promise<number> {
  const counted = db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('scope', '=', scope);
  return (await counted.executeTakeFirstOrThrow()).count;
}

/**
 * Compares the ledger, the subscriptions and the payment provider once a day, and stores a report of the differences.
 * Changes nothing else. Can safely run twice, or in two processes at the same time.
 */
export async function checkAccounting(deps: Deps, payments: Payments | undefined): Promise<void> {
  const { db, scope, clock, log } = deps;
  const day = await claimDailyCheck(deps);
  if (day === null) return;
  const inLedger = await findProblems(db, scope, clock());
  const atProvider = payments && (await compareWithProvider(payments));
  const { provider = 'none', provider_payments = 0, count = 0, problems = [] } = atProvider ?? {};
  const problem_count = inLedger.count + count;
  if (problem_count > 0) log.error({ day, problem_count }, 'the check of the accounts found problems');
  await saveReport(deps, day, {
    payments: await countOf(deps, 'payment_intents'),
    subscriptions: await countOf(deps, 'subscriptions'),
    ...{ provider, provider_payments, problem_count, problems: [...inLedger.problems, ...problems] },
  });
}

/** Hour, in UTC, from which the nightly check may run. */
export const NIGHT_HOUR = 2;

/** Runs the nightly check if the current UTC hour is `NIGHT_HOUR` or later. */
export async function checkAtNight(deps: Deps, payments: Payments | undefined): Promise<void> {
  if (deps.clock().getUTCHours() >= NIGHT_HOUR) await checkAccounting(deps, payments);
}
