import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `alter table users add column roles_rev bigint`,
  `create index users_created on users (scope, created_at desc, id desc)`,
  `create index audit_log_at on audit_log (scope, at desc, id desc)`,
  `create index audit_log_action on audit_log (scope, action, at desc, id desc)`,
  `create index audit_log_actor on audit_log (scope, actor_id, at desc, id desc) where actor_id is not null`,
];

export const name = '0036_admin';

/** Records when an account last gained or lost a role, and adds the indexes for the lists of the administration. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
