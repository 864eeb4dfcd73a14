import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const people = `deleted_at is null and not (is_staff or is_manager or is_superuser)`;

const statements = [
  // Contains the columns of the filters, so that people of few employees or of one country are found in the order of
  // their names without reading the rows of all others.
  `drop index users_people_name`,
  `create index users_people_name on users (scope, lower(first_name || ' ' || last_name), id)
    include (first_name, last_name, responsible_id, country, status, language) where ${people}`,
  // The search for parts of words uses trigrams if PostgreSQL provides them and the user of the database may install
  // them. Without this index, as in the embedded database, a search reads all people.
  `do $$ begin
    if exists (select 1 from pg_available_extensions where name = 'pg_trgm') then
      create extension if not exists pg_trgm;
      create index users_people_search on users using gin (search gin_trgm_ops) where ${people};
    end if;
  exception when insufficient_privilege or undefined_object then
    raise notice 'no index for searching people: pg_trgm may not be installed';
  end $$`,
];

export const name = '0056_people_search';

/** Adds indexes with which the table of people finds few people among many by filters and by parts of their names. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
