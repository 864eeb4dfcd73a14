import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0057_people_of_employees';

/**
 * Adds an index with which a manager's people are filtered and sorted without reading their rows. Without it, the list
 * of a manager with a hundredth of all people reads the people of all other managers in the order of their names.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`create index users_people_responsible
    on users (scope, responsible_id, lower(first_name || ' ' || last_name), id)
    include (first_name, last_name, country, status, language)
    where deleted_at is null and not (is_staff or is_manager or is_superuser)`.execute(tx);
}
