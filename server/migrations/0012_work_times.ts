import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `alter table users add column work_times jsonb, add column blocked_at timestamptz`,
  `create index users_employees on users (scope, id) where is_staff or is_manager or is_superuser`,
  // Makes devices fetch all colleagues, which earlier versions did not sync.
  `update sync_counter set rev = rev + 1 where exists (select 1 from users u where u.scope = sync_counter.scope)`,
  `update users u set rev = c.rev from sync_counter c
    where c.scope = u.scope and (u.is_staff or u.is_manager or u.is_superuser)`,
];

export const name = '0012_work';

/** Adds the working hours of employees and the time when a user was blocked. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
