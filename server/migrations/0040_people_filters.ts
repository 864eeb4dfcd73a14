import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const people = `deleted_at is null and not (is_staff or is_manager or is_superuser)`;

const statements = [
  // An index with which the people table is filtered and counted without reading the rows.
  `create index users_people_filters on users (scope, status, language, country, responsible_id, id) where ${people}`,
  // Includes the names, so that a query with a large offset skips the rows before its page without reading them.
  `drop index users_people_name`,
  `create index users_people_name on users (scope, lower(first_name || ' ' || last_name), id)
    include (first_name, last_name) where ${people}`,
];

export const name = '0040_people_filters';

/** Adds the indexes for filtering and counting the people table, and for pages with a large offset. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
