import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0016_daily_counts';

/** Adds counts of a person's writes, by kind and UTC day. */
export async function up(tx: Tx): Promise<void> {
  await sql`create table daily_counts (
    scope text not null, user_id text not null, kind text not null, day date not null, count int not null,
    primary key (scope, user_id, kind, day))`.execute(tx);
}
