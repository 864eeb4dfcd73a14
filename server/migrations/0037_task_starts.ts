import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0037_task_starts';

/** Adds the index for sorting people by their next task. */
export async function up(tx: Tx): Promise<void> {
  await sql`create index tasks_start on tasks (scope, start_at, linked_user_id)
    where deleted_at is null and linked_user_id is not null and state in ('planned', 'in_progress', 'paused')`.execute(
    tx,
  );
}
