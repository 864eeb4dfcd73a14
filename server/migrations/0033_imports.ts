import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table imports (
    scope text not null, id text not null, created_by text not null, created_at timestamptz not null,
    filename text not null, sha256 text not null, data bytea, state text not null, settings jsonb not null default '{}',
    plan_hash text, planned_at timestamptz, changed int not null default 0,
    total int not null default 0, created int not null default 0, updated int not null default 0,
    unchanged int not null default 0, skipped int not null default 0, failed int not null default 0,
    warnings int not null default 0, done int not null default 0, reverted int not null default 0,
    kept int not null default 0, is_cancelled boolean not null default false, started_at timestamptz,
    finished_at timestamptz, primary key (scope, id))`,
  `create index imports_created on imports (scope, created_at)`,
  `create index imports_file on imports (scope, sha256)`,
  // The plan of an import, row by row. The run adds to each row what it has written.
  `create table import_rows (
    scope text not null, import_id text not null, index int not null, line int not null, disposition text not null,
    person_id text, cells jsonb not null, "values" jsonb not null, issues jsonb not null, rev bigint, before jsonb,
    is_reverted boolean, primary key (scope, import_id, index))`,
  // Ids of imported people in the systems from which they were imported.
  `create table external_ids (
    scope text not null, source text not null, external_id text not null, user_id text not null,
    primary key (scope, source, external_id))`,
  `create index external_ids_user on external_ids (scope, user_id)`,
  `alter table users add column gender text, add column work_zone text not null default ''`,
];

export const name = '0033_imports';

/** Adds imports of people from files, and the two fields of people that only imports contain. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
