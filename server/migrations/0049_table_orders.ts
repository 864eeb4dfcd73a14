import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0049_table_orders';

const statements = [
  `create index imports_filename on imports (scope, filename, id)`,
  `create index imports_total on imports (scope, total, id)`,
  `create index imports_failed on imports (scope, failed, id)`,
  `create index imports_state on imports (scope, state, id)`,
  // The columns of this index have different directions, so it serves only one direction of the sort order.
  `create index audit_log_action_down on audit_log (scope, action desc, at desc, id desc)`,
];

/** Adds the indexes for the sort orders of the list of imports and of the audit log. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
