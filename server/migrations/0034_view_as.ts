import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table account_views (
    scope text not null, id text not null, rev bigint not null, viewer_id text not null, viewer_session text not null,
    viewer_version int not null, target_id text not null, reason text not null, page text,
    created_at timestamptz not null, updated_at timestamptz not null, expires_at timestamptz not null,
    ended_at timestamptz, primary key (scope, id))`,
  `create index account_views_rev on account_views (scope, rev)`,
  `create index account_views_target on account_views (scope, target_id)`,
  `create index account_views_open on account_views (scope, viewer_id) where ended_at is null`,
];

export const name = '0034_view_as';

/** Creates the table of views, in which managers and admins view the app as another person. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
