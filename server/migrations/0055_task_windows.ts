import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  // The added columns are those on which a device's window of tasks depends, so that the window is found without
  // reading the table.
  `drop index tasks_closed`,
  `create index tasks_closed on tasks (scope, assignee_id, closed_at) include (id, deleted_at)`,
  `drop index tasks_assignee_rev`,
  `create index tasks_assignee_rev on tasks (scope, assignee_id, rev) include (updated_at)`,
];

export const name = '0055_task_windows';

/** Replaces two indexes of an employee's tasks by indexes that also contain whether a device mirrors a task. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
