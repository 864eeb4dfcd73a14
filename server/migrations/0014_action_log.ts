import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0014_action_log';

/** Adds an index for reading the audit log of one person. */
export async function up(tx: Tx): Promise<void> {
  await sql`create index audit_log_target on audit_log (scope, target_id, at) where target_id is not null`.execute(tx);
}
