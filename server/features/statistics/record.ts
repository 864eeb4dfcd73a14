import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { analyzeTables } from '../../db/table-statistics.ts';
import type { Db, Tx } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { logFailure } from '../../log-failure.ts';
import { counterOf } from '../../sync/counter.ts';
import { differencesOf } from './differences.ts';
import { countedTables, type ChangedRows, type UnrecordedRows } from './facts.ts';

// [Note: Recording statistics] Writes do not update the statistics: they only give changed rows a new rev, which
// devices need anyway. A job finds the rows above the rev that it recorded last, compares their current facts with the
// stored facts, and adds the differences to the rollup. Calls add the differences that are not recorded yet to their
// response, so that it includes every committed write. Revs are committed in order (see incrementCounter), so no
// row below a committed rev appears later. Examining a row a second time yields no difference.

/** Interval between updates of the rollup. */
export const RECORD_INTERVAL_MS = 3_000;

/**
 * Number of revs that one transaction records. If no rows of a large organisation are recorded yet, a single statement
 * for all of them would exceed the memory of the database, and would start over after an interruption. A server that is
 * told to stop waits for the current transaction, and so do all requests if the database is embedded.
 */
export const REVS_PER_TRANSACTION = 10_000;

/** A rev below the first rev, for statistics that include no rows yet. */
const BEFORE_FIRST_REV = -1;

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

/**
 * Turns off JIT compilation in this transaction. Because PostgreSQL overestimates the number of slices of a task, it
 * would spend more time on compilation than on the queries.
 */
export const disableJit = (tx: Tx): Promise<unknown> => sql`select set_config('jit', 'off', true)`.execute(tx);

/** Returns the rows that are not recorded yet. There are none if the current rev is the recorded rev. */
export async function unrecordedRows(tx: Tx | Db, scope: string): Promise<UnrecordedRows> {
  const state = await tx
    .selectFrom('statistics_state as s')
    .innerJoin('sync_counter as c', 'c.scope', 's.scope')
    .select(['s.rev', 'c.rev as newest'])
    .where('s.scope', '=', scope)
    .executeTakeFirst();
  if (!state) return { scope, after: BEFORE_FIRST_REV, through: Number.MAX_SAFE_INTEGER, isEmpty: false };
  return { scope, after: state.rev, through: state.newest, isEmpty: state.rev === state.newest };
}

/**
 * Stores the facts of the changed rows, and adds the differences to the rollup. Returns the number of changed facts.
 */
async function recordChanges(tx: Tx, rows: ChangedRows): Promise<number> {
  const { scope } = rows;
  await disableJit(tx);
  const result = await sql<{ count: number }>`with ${differencesOf(rows)},
    removed as (
      delete from statistics_facts f using changes c
      where c.value is null and f.scope = ${scope} and f.kind = c.kind and f.id = c.id and f.at = c.at),
    stored as (
      insert into statistics_facts (scope, kind, id, at, employee_id, country, value)
      select ${scope}, kind, id, at, employee_id, country, value from changes where value is not null
      on conflict (scope, kind, id, at) do update
        set employee_id = excluded.employee_id, country = excluded.country, value = excluded.value),
    added as (
      insert into statistics_rollup (scope, unit, at, employee_id, country, ${columns})
      select ${scope}, unit, case unit when 'quarter' then d.at else date_trunc(unit, d.at, 'UTC') end, e.id, c.code, ${sums}
      from differences d cross join (values ('quarter'), ('day'), ('month')) u(unit)
        cross join lateral (values (d.employee_id), ('*')) e(id)
        cross join lateral (values (d.country), ('*')) c(code)
      group by 2, 3, 4, 5
      on conflict (scope, unit, employee_id, at, country) do update set ${added})
    select count(*)::int as count from changes`.execute(tx);
  return result.rows[0]?.count ?? 0;
}

/** The result of a transaction that records rows. */
interface Recorded {
  /** The number of changed facts. */
  changed: number;
  /** Whether there may be more rows. False if another process is recording them. */
  hasMore: boolean;
  /** Whether no rows of the organisation were recorded before. */
  isFirst: boolean;
}

/**
 * Returns the rev before the lowest one above `after` that a row has; `newest` if no row has one. The revs of a new epoch
 * start so far above those of the last one that they could not be examined one by one.
 */
async function revBeforeNextRow(tx: Tx, scope: string, after: number, newest: number): Promise<number> {
  const lowest = countedTables.map(
    (table) => sql`select min(rev) as rev from ${sql.table(table)} where scope = ${scope} and rev > ${after}::bigint`,
  );
  const { rows } = await sql<{ rev: number | null }>`
    select min(rev) as rev from (${sql.join(lowest, sql` union all `)}) lowest`.execute(tx);
  const rev = rows[0]?.rev ?? null;
  return rev === null ? newest : rev - 1;
}

const saveRecordedRev = (tx: Tx, scope: string, rev: number): Promise<unknown> =>
  tx.updateTable('statistics_state').set({ rev }).where('scope', '=', scope).execute();

/** Records, in one transaction, the rows of the next revs, at most `revs` of them. */
export function recordNextChanges({ db, scope }: Pick<Deps, 'db' | 'scope'>, revs: number): Promise<Recorded> {
  return inTransaction(db, async (tx) => {
    const state = await tx
      .selectFrom('statistics_state')
      .select('rev')
      .where('scope', '=', scope)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const { rev: newest } = await counterOf(tx, scope);
    if (!state || state.rev === newest) return { changed: 0, hasMore: false, isFirst: false };
    const after = newest - state.rev > revs ? await revBeforeNextRow(tx, scope, state.rev, newest) : state.rev;
    const through = Math.min(after + revs, newest);
    // Read the rows after the counter has been read, so that every row with a rev up to `through` is visible.
    const changed = await recordChanges(tx, { scope, after, through });
    await saveRecordedRev(tx, scope, through);
    return { changed, hasMore: through < newest, isFirst: state.rev === BEFORE_FIRST_REV };
  });
}

/**
 * Records the rows up to the rev `last` of an epoch, and declares them recorded up to `next`, the rev that all rows get
 * in the next epoch. Otherwise all rows would be examined again, in one transaction. Does nothing if more revs are
 * unrecorded than one transaction records.
 */
export async function recordForNewEpoch(tx: Tx, scope: string, { last, next }: { last: number; next: number }) {
  const state = await tx
    .selectFrom('statistics_state')
    .select('rev')
    .where('scope', '=', scope)
    .forUpdate()
    .executeTakeFirst();
  if (!state || last - state.rev > REVS_PER_TRANSACTION) return;
  await recordChanges(tx, { scope, after: state.rev, through: last });
  await saveRecordedRev(tx, scope, next);
}

interface RecordOptions {
  /** The number of revs that one transaction records. */
  revs?: number;
  /** Whether to stop after the current transaction. The next run continues from there. */
  isStopping?: () => boolean;
}

/**
 * Updates the statistics with the rows that changed since the last run; the first run includes all rows. Does nothing
 * while another process is updating them. Never blocks writes. Returns the number of changed facts.
 */
export async function recordUnrecordedChanges(
  deps: Pick<Deps, 'db' | 'scope'>,
  { revs = REVS_PER_TRANSACTION, isStopping = () => false }: RecordOptions = {},
): Promise<number> {
  const first = { scope: deps.scope, rev: BEFORE_FIRST_REV };
  await deps.db
    .insertInto('statistics_state')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let total = 0;
  for (;;) {
    const { changed, hasMore, isFirst } = await recordNextChanges(deps, revs);
    // Until the tables are analyzed, PostgreSQL searches all facts of a kind for each record, which takes minutes.
    if (isFirst && hasMore) await analyzeTables(deps.db, ['statistics_facts', 'statistics_rollup']);
    total += changed;
    if (!hasMore || isStopping()) return total;
  }
}

/**
 * Updates the statistics now and every few seconds. Does not wait for the first run, which takes minutes if a large
 * organisation is not recorded yet: until that run ends, the calls add up more rows. Returns a function that stops the
 * updates after the current transaction.
 */
export function startStatistics(deps: Deps): () => Promise<void> {
  const { log } = deps;
  const logFailed = (error: unknown) => logFailure(log, error, 'the statistics could not be updated');
  const stopping = { isStopping: false };
  let running: Promise<unknown> | null = null;
  const run = (): Promise<unknown> =>
    (running ??= recordUnrecordedChanges(deps, { isStopping: () => stopping.isStopping })
      .catch(logFailed)
      .finally(() => {
        running = null;
      }));
  void run();
  const timer = setInterval(() => void run(), RECORD_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.isStopping = true;
    await running;
  };
}
