import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const synced = `scope text not null, rev bigint not null default 0, field_revs jsonb not null default '{}',
    created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz, deleted_by text`;

const statements = [
  `create table flows (
    id text not null, owner_id text not null, title text not null, unique_name text, former_name text, taken_name text,
    lang text not null, description text not null default '', cover jsonb, state text not null, version int, published_at timestamptz,
    ${synced}, primary key (scope, id))`,
  `create index flows_rev on flows (scope, rev)`,
  `create index flows_owner on flows (scope, owner_id)`,
  `create unique index flows_name on flows (scope, unique_name)`,
  `create index flows_former_name on flows (scope, former_name) where former_name is not null`,
  `create table landing_blocks (
    id text not null, flow_id text not null, owner_id text not null, type text not null, position text collate "C" not null,
    hidden boolean not null default false, props jsonb not null default '{}',
    ${synced}, primary key (scope, id))`,
  `create index landing_blocks_rev on landing_blocks (scope, rev)`,
  `create index landing_blocks_owner on landing_blocks (scope, owner_id)`,
  `create index landing_blocks_flow on landing_blocks (scope, flow_id, position)`,
  `create table landing_versions (
    scope text not null, flow_id text not null, number int not null, title text not null, lang text not null,
    description text not null, cover jsonb, blocks jsonb not null, cards jsonb not null default '[]',
    published_at timestamptz not null, primary key (scope, flow_id, number))`,
  `create table landing_files (
    scope text not null, flow_id text not null, sha256 text not null, primary key (scope, flow_id, sha256))`,
  `create index landing_files_sha256 on landing_files (scope, sha256)`,
  `create table landing_image_variants (
    scope text not null, sha256 text not null, width int not null, format text not null, data bytea not null,
    primary key (scope, sha256, width, format))`,
  `create table flow_stats (
    id text not null, owner_id text not null, views int not null default 0, visitors int not null default 0,
    leads int not null default 0, scope text not null, rev bigint not null default 0, deleted_at timestamptz,
    primary key (scope, id))`,
  `create index flow_stats_rev on flow_stats (scope, rev)`,
  `create table landing_days (
    scope text not null, flow_id text not null, day date not null, source text not null default '',
    views int not null default 0, visitors int not null default 0, leads int not null default 0,
    primary key (scope, flow_id, day, source))`,
  `create table landing_salts (scope text not null, day date not null, salt text not null, primary key (scope, day))`,
  `create table landing_visitors (
    scope text not null, day date not null, flow_id text not null, hash text not null,
    primary key (scope, day, flow_id, hash))`,
  `create table landing_journals (
    scope text not null, name text not null, counted_at timestamptz not null, primary key (scope, name))`,
  `create table landing_posts (
    scope text not null, key text not null, flow_id text not null, person_id text, contact_id text,
    consent text not null, version int not null, at timestamptz not null, primary key (scope, key))`,
];

export const name = '0030_landing_pages';

/** Creates flows, the blocks of their pages, published versions, images, figures and received forms. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
