import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table saved_views (
    scope text not null, id text not null, rev bigint not null, field_revs jsonb not null, owner_id text not null,
    "table" text not null, name text not null, params jsonb not null, position integer not null,
    created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz, deleted_by text,
    primary key (scope, id))`,
  `create index saved_views_rev on saved_views (scope, rev)`,
  `create index saved_views_owner_rev on saved_views (scope, owner_id, rev)`,
];

export const name = '0043_saved_views';

/** Creates the views of tables (filters and an order) that employees save. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
