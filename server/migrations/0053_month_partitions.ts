import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0053_month_partitions';

interface MonthlyTable {
  table: string;
  /** The column with the time that decides in which month a row is stored. Its value never changes. */
  column: string;
  key: string;
  indexes: readonly string[];
}

const tables: readonly MonthlyTable[] = [
  {
    table: 'task_log',
    column: 'received_at',
    key: 'scope, id, received_at',
    indexes: [`create index task_log_task on task_log (scope, task_id, received_at)`],
  },
  {
    table: 'audit_log',
    column: 'at',
    key: 'scope, id, at',
    indexes: [
      `create index audit_log_target on audit_log (scope, target_id, at) where target_id is not null`,
      `create index audit_log_at on audit_log (scope, at desc, id desc)`,
      `create index audit_log_action on audit_log (scope, action, at desc, id desc)`,
      `create index audit_log_action_down on audit_log (scope, action desc, at desc, id desc)`,
      `create index audit_log_actor on audit_log (scope, actor_id, at desc, id desc) where actor_id is not null`,
    ],
  },
  { table: 'landing_days', column: 'day', key: 'scope, flow_id, day, source', indexes: [] },
];

/** For how many months after the current one a partition is created in advance. */
const MONTHS_AHEAD = 2;

/** Returns the first days of the months that have rows, of the current month and of the next ones, as `2026-03-01`. */
async function monthsOf(tx: Tx, { table, column }: MonthlyTable): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    with coming as (select date_trunc('month', now() at time zone 'UTC') as first)
    select to_char(first + n * interval '1 month', 'YYYY-MM-DD') as month
      from coming, generate_series(0, ${sql.lit(MONTHS_AHEAD)}) as n
    union select to_char(date_trunc('month', ${sql.ref(column)}::timestamptz at time zone 'UTC'), 'YYYY-MM-DD')
      from ${sql.table(table)}, coming where ${sql.ref(column)} < first + ${sql.lit(MONTHS_AHEAD)} * interval '1 month'
    order by 1`.execute(tx);
  return rows.map(({ month }) => month);
}

/** Adds the partition of a month, which starts at midnight UTC. */
async function addMonth(tx: Tx, { table, column }: MonthlyTable, month: string): Promise<void> {
  const next = new Date(month);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const bound = (day: string) => (column === 'day' ? day : `${day}T00:00:00Z`);
  const partition = `${table}_${month.slice(0, 7).replace('-', '_')}`;
  await sql`create table ${sql.table(partition)} partition of ${sql.table(table)}
    for values from (${sql.lit(bound(month))}) to (${sql.lit(bound(next.toISOString().slice(0, 10)))})`.execute(tx);
}

async function partitionByMonth(tx: Tx, monthly: MonthlyTable): Promise<void> {
  const { table, column, key, indexes } = monthly;
  const former = `${table}_former`;
  // Lock the table before the months are read, so that no row of another month can be added in between.
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
  const months = await monthsOf(tx, monthly);
  await sql`alter table ${sql.table(table)} rename to ${sql.table(former)}`.execute(tx);
  await sql`create table ${sql.table(table)} (like ${sql.table(former)} including defaults)
    partition by range (${sql.ref(column)})`.execute(tx);
  for (const month of months) await addMonth(tx, monthly, month);
  await sql`create table ${sql.table(`${table}_default`)} partition of ${sql.table(table)} default`.execute(tx);
  await sql`insert into ${sql.table(table)} select * from ${sql.table(former)}`.execute(tx);
  await sql`drop table ${sql.table(former)}`.execute(tx);
  // Create the indexes after the rows were copied, because this is faster, and after the former table was dropped, because
  // its indexes had the same names.
  await sql`alter table ${sql.table(table)} add primary key (${sql.raw(key)})`.execute(tx);
  for (const index of indexes) await sql.raw(index).execute(tx);
}

/**
 * Partitions the logs and the daily figures of landing pages by month, so that old months can be dropped as a whole.
 * Rows of months without a partition are stored in the default partition.
 */
export async function up(tx: Tx): Promise<void> {
  for (const monthly of tables) await partitionByMonth(tx, monthly);
}
