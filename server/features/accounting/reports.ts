import { sql } from 'kysely';
import type { AccountingReport } from '../../../contract/api-calls/accounting.ts';
import type { Deps } from '../../deps.ts';
import type { HandlerContext } from '../../handlers.ts';
import { fullName } from '../accounts/rows.ts';
import type { Problem } from './problems.ts';

/** A check that has not finished within this time was interrupted, and is repeated. */
const INTERRUPTED_AFTER_MS = 2 * 3_600_000;
/** Number of days for which reports are kept. */
const KEPT_DAYS = 90;

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Claims the check of this day for this process and returns the day. Returns null if the check has already been done,
 * or if another process is doing it.
 */
export async function claimDailyCheck({ db, scope, clock }: Deps): Promise<string | null> {
  const now = clock();
  const day = dayOf(now);
  const interrupted = new Date(now.getTime() - INTERRUPTED_AFTER_MS).toISOString();
  const { rows } = await sql`
    insert into accounting_checks (scope, day, started_at) values (${scope}, ${day}, ${now.toISOString()})
    on conflict (scope, day) do update set started_at = excluded.started_at
      where accounting_checks.finished_at is null and accounting_checks.started_at < ${interrupted}
    returning day`.execute(db);
  return rows.length > 0 ? day : null;
}

export type CheckResult = Omit<AccountingReport, 'checked_at' | 'problems'> & { problems: readonly Problem[] };

/** Stores the report of a day, and deletes old reports. */
export async function saveReport({ db, scope, clock }: Deps, day: string, result: CheckResult): Promise<void> {
  const now = clock();
  await db
    .updateTable('accounting_checks')
    .set({ ...result, problems: JSON.stringify(result.problems), finished_at: now.toISOString() })
    .where('scope', '=', scope)
    .where('day', '=', day)
    .execute();
  const oldest = dayOf(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  await db.deleteFrom('accounting_checks').where('scope', '=', scope).where('day', '<', oldest).execute();
}

/** Returns the last report with the names of the users whom it mentions; null if there is no report. */
export async function readLastReport({
  tx,
  scope,
}: Pick<HandlerContext, 'tx' | 'scope'>): Promise<AccountingReport | null> {
  const report = await tx
    .selectFrom('accounting_checks')
    .select(['finished_at', 'payments', 'subscriptions', 'provider_payments', 'provider', 'problem_count', 'problems'])
    .where('scope', '=', scope)
    .where('finished_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!report) return null;
  const { finished_at, problems, ...figures } = report;
  const ids = problems.flatMap(({ user_id }) => user_id ?? []);
  const users = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('scope', '=', scope)
    .where('id', 'in', ids.length > 0 ? ids : [''])
    .execute();
  const names = new Map(users.map((user) => [user.id, fullName(user)]));
  const problemsWithNames = problems.map((one) => ({ ...one, user_name: names.get(one.user_id ?? '') ?? '' }));
  return { ...figures, checked_at: finished_at ?? '', problems: problemsWithNames };
}
