import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const people = `deleted_at is null and not (is_staff or is_manager or is_superuser)`;

const statements = [
  // Each index contains the columns of its expression, so that a query with a large offset skips rows without reading them.
  `create index users_people_city on users (scope, lower(coalesce(city, '')), id) include (city) where ${people}`,
  `create index users_people_country on users (scope, coalesce(country, ''), id) include (country) where ${people}`,
  `create index users_people_language on users (scope, language, id) where ${people}`,
  `create index users_people_status on users (scope, status, id) where ${people}`,
];

export const name = '0050_people_orders';

/** Adds the indexes of the table of people for its orders by city, country, language and status. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
