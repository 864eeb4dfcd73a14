import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table notifications (
    scope text not null, id text not null, rev bigint not null, user_id text not null, kind text not null,
    target_id text not null, title text not null, person_id text, by_id text, occasion text not null,
    read_at timestamptz, created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz,
    deleted_by text, primary key (scope, id))`,
  `create unique index notifications_occasion on notifications (scope, user_id, occasion)`,
  `create index notifications_rev on notifications (scope, rev)`,
  `create index notifications_user on notifications (scope, user_id, created_at) where deleted_at is null`,
  `create index notifications_created on notifications (scope, created_at) where deleted_at is null`,
  `create index notifications_person on notifications (scope, person_id) where person_id is not null`,
  // Indexes for the tasks that are due or overdue, which a job searches every minute.
  `create index tasks_due on tasks (scope, start_at) where deleted_at is null and state = 'planned'`,
  `create index tasks_overdue on tasks (scope, end_at) where deleted_at is null and state = 'planned'`,
];

export const name = '0041_notifications';

/** Creates the notifications of users, and the indexes for finding due tasks. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
