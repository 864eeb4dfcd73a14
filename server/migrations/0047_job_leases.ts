import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0047_job_leases';

/** Adds the leases with which only one of several processes runs a periodic job. */
export async function up(tx: Tx): Promise<void> {
  await sql`create table job_leases (
    scope text not null, name text not null, ends_at timestamptz not null,
    primary key (scope, name))`.execute(tx);
}
