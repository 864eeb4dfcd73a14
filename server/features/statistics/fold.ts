import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { counterOf } from '../../sync/counter.ts';
import { countedTables, type RevRange } from './facts.ts';
import { countUnrecorded, recordChanges } from './record.ts';

/** How often the deltas are added to the rollup. */
export const FOLD_INTERVAL_MS = 3_000;
/** How often rows that were written without being recorded are looked for. */
const CHECK_INTERVAL_MS = 10 * 60_000;

const figures = [
  'completed_tasks',
  'time_ms',
  'donation_cents',
  'subscriptions',
  'registrations',
  'first_tasks',
] as const;

const columns = sql.join(figures.map((figure) => sql.ref(figure)));
const sums = sql.join(figures.map((figure) => sql`sum(${sql.ref(figure)})`));
const added = sql.join(
  figures.map((figure) => sql`${sql.ref(figure)} = statistics_rollup.${sql.ref(figure)} + excluded.${sql.ref(figure)}`),
);

/** Below the first rev: nothing was checked yet. */
const NOTHING = -1;

type Scoped = Pick<Deps, 'db' | 'scope'>;

/** Adds the deltas to the rollup and deletes them. Does nothing if there are none, or if another process does it. */
export async function foldDeltas({ db, scope }: Scoped): Promise<void> {
  await inTransaction(db, async (tx) => {
    const state = await tx
      .selectFrom('statistics_state')
      .select('rev')
      .where('scope', '=', scope)
      .where(sql<boolean>`exists (select 1 from statistics_deltas where scope = ${scope})`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!state) return;
    await sql`with folded as (delete from statistics_deltas where scope = ${scope} returning *)
      insert into statistics_rollup (scope, unit, at, employee_id, country, ${columns})
      select ${scope}, unit, case unit when 'quarter' then f.at else date_trunc(unit, f.at, 'UTC') end, e.id, c.code, ${sums}
      from folded f cross join (values ('quarter'), ('day'), ('month')) u(unit)
        cross join lateral (values (f.employee_id), ('*')) e(id)
        cross join lateral (values (f.country), ('*')) c(code)
      group by 2, 3, 4, 5
      on conflict (scope, unit, employee_id, at, country) do update set ${added}`.execute(tx);
  });
}

/** The revs that were not checked yet. */
async function uncheckedRange(tx: Tx, scope: string): Promise<RevRange> {
  const state = await tx.selectFrom('statistics_state').select('rev').where('scope', '=', scope).executeTakeFirst();
  const { rev } = await counterOf(tx, scope);
  return { scope, after: state?.rev ?? NOTHING, up_to: rev, tables: new Set(countedTables) };
}

/**
 * Records rows that were written without being recorded: those that are older than the statistics, those of a process
 * with an older version, and those that were restored. Returns how many facts were missing. Locks out other writes only
 * if there are any.
 */
export async function recordMissing({ db, scope }: Scoped): Promise<number> {
  return inTransaction(db, async (tx) => {
    let range = await uncheckedRange(tx, scope);
    let missing = 0;
    if (range.after === NOTHING || (await countUnrecorded(tx, range)) > 0) {
      await tx.selectFrom('sync_counter').select('rev').where('scope', '=', scope).forUpdate().executeTakeFirst();
      range = await uncheckedRange(tx, scope);
      missing = await recordChanges(tx, range);
    }
    await tx
      .insertInto('statistics_state')
      .values({ scope, rev: range.up_to })
      .onConflict((conflict) => conflict.column('scope').doUpdateSet({ rev: range.up_to }))
      .execute();
    return missing;
  });
}

/**
 * Brings the statistics up to date, and folds their deltas every few seconds. Returns a function that stops that after
 * the current run.
 */
export async function startStatistics(deps: Deps): Promise<() => Promise<void>> {
  const { log } = deps;
  const logFailure = (error: unknown) => log.error({ err: error }, 'the statistics could not be updated');
  let checkedAt = 0;
  let running: Promise<void> | null = null;
  const update = async () => {
    const now = deps.clock().getTime();
    if (now - checkedAt >= CHECK_INTERVAL_MS) {
      const missing = await recordMissing(deps);
      if (missing > 0) log.info({ missing }, 'the statistics were completed');
      checkedAt = now;
    }
    await foldDeltas(deps);
  };
  const run = (): Promise<void> =>
    (running ??= update()
      .catch(logFailure)
      .finally(() => {
        running = null;
      }));
  await run();
  const timer = setInterval(() => void run(), FOLD_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
