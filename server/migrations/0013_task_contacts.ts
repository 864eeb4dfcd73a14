import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0013_day';

/**
 * Adds the contact, phone number and direction of a task. Raises the revision of every task, so that devices fetch the
 * new columns.
 */
export async function up(tx: Tx): Promise<void> {
  const statements = [
    `alter table tasks add column contact_id text, add column direction text, add column phone_used text,
      add column follow_up_task_id text`,
    `create index tasks_person on tasks (scope, linked_user_id)`,
    `create index interactions_person on interactions (scope, user_id, at) where user_id is not null`,
    `update sync_counter set rev = rev + 1 where exists (select 1 from tasks t where t.scope = sync_counter.scope)`,
    `update tasks t set rev = c.rev from sync_counter c where c.scope = t.scope`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
