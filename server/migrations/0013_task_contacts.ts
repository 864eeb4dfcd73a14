import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0013_day';

/**
 * A task may be with a contact, and knows by which number and who began. Each task is fetched by the phones again, so
 * that none is left without what is new.
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
