import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0018_request_counts';

/** Adds the counts of requests by limit and client, for limits that apply across all processes. */
export async function up(tx: Tx): Promise<void> {
  await sql`create table request_counts (
    scope text not null, key text not null, count int not null, ends_at timestamptz not null,
    primary key (scope, key))`.execute(tx);
}
