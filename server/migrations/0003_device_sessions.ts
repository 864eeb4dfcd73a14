import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0003_device_sessions';

/** Adds the device of a session, so that a user can end the session from another device. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table refresh_tokens add column device_id text`.execute(tx);
  await sql`create index refresh_tokens_device on refresh_tokens (scope, user_id, device_id)`.execute(tx);
}
