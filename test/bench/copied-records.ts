import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../server/db/tables.ts';

// Fills large tables with copies of records that the product has written.

/** A table that large databases are filled with. */
export type CopiedTable = 'users' | 'contacts' | 'comments' | 'tasks';

const kindDigits = { manager: 1, consultant: 2, person: 3, contact: 4, comment: 5, task: 6 } as const;
type Kind = keyof typeof kindDigits;

/** Returns the id of a kind's record with the given number. */
export const copyId = (kind: Kind, number: number): string =>
  `018f0000-0000-700${kindDigits[kind]}-8000-${number.toString(16).padStart(12, '0')}`;

/** Same as `copyId`, as an SQL expression; `number` is an SQL expression, too. */
export const copyIdSql = (kind: Kind, number: string): RawBuilder<string> =>
  sql`${sql.lit(`018f0000-0000-700${kindDigits[kind]}-8000-`)} || lpad(to_hex(${sql.raw(number)}), 12, '0')`;

/**
 * Returns an SQL expression for the value at `index`, which is an SQL expression, too. An index beyond the last value
 * starts again at the first one.
 */
export const pick = (values: readonly string[], index: string): RawBuilder<string> =>
  sql`(array[${sql.join(values.map((value) => sql.lit(value)))}])[1 + (${sql.raw(index)}) % ${sql.lit(values.length)}]`;

export interface CopiedRecord {
  table: CopiedTable;
  /** The record that is copied, apart from `columns`. */
  id: string;
  count: number;
  /** Columns with values of their own, given as SQL expressions over `n`, which counts the copies from 1. */
  columns: Record<string, RawBuilder<unknown>>;
}

/** Copies a record `count` times. The copies have the revs 1, 2, 3, and so on. */
export async function copyRecord(db: Db, scope: string, { table, id, count, columns }: CopiedRecord): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(db);
  const changed: Record<string, RawBuilder<unknown>> = { rev: sql`n`, ...columns };
  const values = rows.map(({ name }) => changed[name] ?? sql.ref(`o.${name}`));
  await sql`insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from generate_series(1, ${sql.lit(count)}::bigint) n
    cross join (select * from ${sql.table(table)} where scope = ${scope} and id = ${id}) o`.execute(db);
}

const DAYS = 364;
/** Length in seconds of the part of each day in which records are created. */
const SECONDS_OF_DAY = 20_000;

/**
 * Returns the SQL expression of a time in the last year that grows with `n`, which counts from 1 to `count`. Records
 * are written in the order of their times, so that the newest ones are close to each other on the disk.
 */
export function timeInLastYear(now: string, count: number): RawBuilder<string> {
  const elapsed = (parts: number) => sql`(n - 1) * ${sql.lit(parts)}::bigint / ${sql.lit(count)}`;
  return sql`(${sql.lit(now)}::timestamptz - interval '6 hours' - (${sql.lit(DAYS - 1)} - ${elapsed(DAYS)}) * interval '24 hours'
    + ${elapsed(DAYS * SECONDS_OF_DAY)} % ${sql.lit(SECONDS_OF_DAY)} * interval '1 second')`;
}

/** Returns the SQL expression of a time as it is stored in JSON. */
export const isoText = (time: RawBuilder<unknown>) =>
  sql`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
