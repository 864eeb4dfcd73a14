import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0027_epoch_times';

/** Adds the time at which the current epoch of a scope began; null for the first epoch. See: [Note: Epochs] */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table sync_counter add column epoch_began_at timestamptz`.execute(tx);
}
