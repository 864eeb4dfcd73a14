import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0021_epochs';

/** Adds an identifier of the history to which the revisions of a scope belong. See: [Note: Epochs] */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table sync_counter add column epoch text not null default gen_random_uuid()::text`.execute(tx);
}
