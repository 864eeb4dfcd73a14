import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const people = `deleted_at is null and not (is_staff or is_manager or is_superuser)`;

const statements = [
  // Indexes for the most frequent sort orders of the people table. For all other orders, PostgreSQL sorts the filtered
  // rows.
  `create index users_people_name on users (scope, lower(first_name || ' ' || last_name), id) where ${people}`,
  `create index users_people_updated on users (scope, updated_at, id) where ${people}`,
  `create index tasks_next on tasks (scope, linked_user_id, start_at)
    where deleted_at is null and linked_user_id is not null and state in ('planned', 'in_progress', 'paused')`,
  `create index donations_paid on donations (scope, paid_at)`,
];

export const name = '0031_people_table';

/** Adds the indexes for sorting and paging the table of people. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
