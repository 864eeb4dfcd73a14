import { sql } from 'kysely';
import { STATS_DAYS } from '../../contract/landing/values.ts';
import { tableChangesOf } from '../db/table-changes.ts';
import type { Db, Tx } from '../db/tables.ts';
import { inTransaction, setLockTimeout } from '../db/transaction.ts';

/** A table with a partition per month, and a default partition for the rows of all other months. */
interface MonthlyTable {
  name: 'task_log' | 'audit_log' | 'landing_days';
  /** The column by which rows are distributed. It never changes, so no row moves to another partition. */
  column: string;
  /**
   * Minimum number of days for which a row is stored. A partition is dropped after this number of days has passed for
   * all its rows.
   */
  keep_days: number;
}

export const monthlyTables: readonly MonthlyTable[] = [
  // Longer than a device may stay offline, because a device that returns needs to know who changed a task in the
  // meantime.
  { name: 'task_log', column: 'received_at', keep_days: 730 },
  // The audit log contains changes of donations and exports of the ledger, so it is kept as long as the ledger.
  { name: 'audit_log', column: 'at', keep_days: 3650 },
  { name: 'landing_days', column: 'day', keep_days: STATS_DAYS },
];

const DAY_MS = 86_400_000;
/** For how many months after the current one a partition is created in advance. */
export const MONTHS_AHEAD = 2;
/**
 * How long a change of partitions waits for the transactions that use the table. New requests for the table wait as
 * long as the change does, so the change soon gives up and is repeated by the next run.
 */
export const PARTITION_LOCK_TIMEOUT_MS = 2_000;

/** Returns the first day of the month that is `count` months after the month of a date, as `2026-03-01`. */
function monthOf(date: Date, count = 0): string {
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
  return first.toISOString().slice(0, 10);
}

const partitionName = ({ name }: MonthlyTable, month: string): string =>
  `${name}_${month.slice(0, 7).replace('-', '_')}`;

const defaultOf = ({ name }: MonthlyTable): string => `${name}_default`;

/** Months are those of UTC, whatever the time zone of the connection is. */
const bound = ({ column }: MonthlyTable, month: string) => sql.lit(column === 'day' ? month : `${month}T00:00:00Z`);

/**
 * Prevents other processes from changing the partitions until the transaction ends. Rows can still be read and written.
 */
async function lockMonths(tx: Tx, { name }: MonthlyTable): Promise<void> {
  await setLockTimeout(tx, PARTITION_LOCK_TIMEOUT_MS);
  await sql`lock table only ${sql.table(name)} in share update exclusive mode`.execute(tx);
}

/** Returns the months for which the table has a partition. */
async function existingMonths(tx: Tx | Db, { name }: MonthlyTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid where i.inhparent = ${name}::regclass order by 1`.execute(tx);
  const months = rows.map((row) => /_(\d{4})_(\d\d)$/.exec(row.name));
  return months.flatMap((match) => (match ? [`${match[1]}-${match[2]}-01`] : []));
}

/** Returns the months before `before` for which the default partition contains rows. */
async function monthsOfDefaultRows(tx: Tx, table: MonthlyTable, before: string): Promise<string[]> {
  const column = sql.ref(table.column);
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(date_trunc('month', ${column}::timestamptz at time zone 'UTC'), 'YYYY-MM-DD') as month
    from ${sql.table(defaultOf(table))} where ${column} < ${bound(table, before)} order by 1`.execute(tx);
  return rows.map(({ month }) => month);
}

/**
 * Creates the partition of a month, and moves its rows from the default partition. The partition is attached after it
 * was filled, because a statement that creates it in place would lock the whole table.
 */
async function addMonth(tx: Tx, table: MonthlyTable, month: string): Promise<void> {
  const [partition, parent] = [sql.table(partitionName(table, month)), sql.table(table.name)];
  const [from, to] = [bound(table, month), bound(table, monthOf(new Date(month), 1))];
  const column = sql.ref(table.column);
  await sql`create table ${partition} (like ${parent} including all)`.execute(tx);
  await sql`with moved as (
      delete from ${sql.table(defaultOf(table))} where ${column} >= ${from} and ${column} < ${to} returning *)
    insert into ${partition} select * from moved`.execute(tx);
  await sql`alter table ${parent} attach partition ${partition} for values from (${from}) to (${to})`.execute(tx);
}

/** Adds the missing partitions of the coming months and of the rows in the default partition. */
async function addMonths(db: Db, table: MonthlyTable, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMonths(tx, table);
    const existing = await existingMonths(tx, table);
    const comingMonths = Array.from({ length: MONTHS_AHEAD + 1 }, (_, count) => monthOf(now, count));
    const waiting = await monthsOfDefaultRows(tx, table, monthOf(now, MONTHS_AHEAD + 1));
    const missing = [...new Set([...waiting, ...comingMonths])].filter((month) => !existing.includes(month)).toSorted();
    if (missing.length === 0) return;
    // No row may be added to the default partition between its rows being moved and the new partition being attached.
    await sql`lock table ${sql.table(defaultOf(table))} in access exclusive mode`.execute(tx);
    for (const month of missing) await addMonth(tx, table, month);
  });
}

/** Drops the partitions in which every row has expired. Locks the table for a moment. */
async function dropMonths(db: Db, table: MonthlyTable, now: Date): Promise<void> {
  const oldest = monthOf(new Date(now.getTime() - table.keep_days * DAY_MS));
  await inTransaction(db, async (tx) => {
    await lockMonths(tx, table);
    for (const month of (await existingMonths(tx, table)).filter((existing) => existing < oldest)) {
      const partition = sql.table(partitionName(table, month));
      await sql`alter table ${sql.table(table.name)} detach partition ${partition}`.execute(tx);
      await sql`drop table ${partition}`.execute(tx);
    }
  });
}

/**
 * Updates the statistics of whole partitioned tables, which PostgreSQL does by itself only for their partitions. The
 * embedded database has a timer for all its tables.
 */
async function analyze(db: Db): Promise<void> {
  if (tableChangesOf(db)) return;
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`.execute(db);
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db);
}

/**
 * Creates the partitions of the coming months and drops those whose rows have expired. Can safely run twice, or in two
 * processes at the same time. If a table is in use for too long, handles the other tables before it throws. Until a
 * later run creates a missing partition and moves the rows there, they are stored in the default partition.
 */
export async function maintainPartitions(db: Db, now: Date): Promise<void> {
  const failures: unknown[] = [];
  for (const table of monthlyTables) {
    try {
      await addMonths(db, table, now);
      await dropMonths(db, table, now);
    } catch (error) {
      failures.push(error);
    }
  }
  await analyze(db);
  if (failures.length > 0) throw failures[0];
}
