import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const synced = `
  scope text not null,
  rev bigint not null default 0,
  field_revs jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by text`;

const statements = [
  `create table contacts (
    id text not null, owner_id text not null, first_name text not null, last_name text not null default '',
    middle_name text not null default '', phones jsonb not null default '[]', emails jsonb not null default '[]',
    telegram text, city text not null default '', country text, date_birth date, address text not null default '',
    work_zone text not null default '', is_partner boolean not null default false, category_id text,
    status text not null default 'new', photo_sha256 text, photo_mime text, notes text not null default '',
    next_step_at timestamptz, consent jsonb, linked_user_id text, ${synced}, primary key (scope, id))`,
  `create index contacts_rev on contacts (scope, owner_id, rev)`,
  `create index contacts_page on contacts (scope, owner_id, id)`,
  `create index contacts_category on contacts (scope, category_id)`,
  `create index contacts_photo on contacts (scope, photo_sha256)`,
  `create table contact_categories (
    id text not null, owner_id text not null, name text not null, color text not null, position int not null,
    ${synced}, primary key (scope, id))`,
  `create unique index contact_categories_name on contact_categories (scope, owner_id, lower(name))
    where deleted_at is null`,
  `create index contact_categories_rev on contact_categories (scope, owner_id, rev)`,
  `create table interactions (
    id text not null, contact_id text, user_id text, phone_raw text, kind text not null, direction text not null,
    at timestamptz not null, corrected_at timestamptz not null, duration_s int not null, result text not null,
    note text not null default '', follow_up_at timestamptz, task_id text, author_id text not null, ${synced},
    primary key (scope, id))`,
  `create index interactions_rev on interactions (scope, rev)`,
  `create index interactions_contact on interactions (scope, contact_id, at)`,
  `create index interactions_author on interactions (scope, author_id, id)`,
  `create table handovers (
    id text not null, from_id text not null, to_id text not null, entity text not null, entity_id text not null,
    kind text not null, title text not null, args jsonb not null, state text not null, at timestamptz not null,
    ${synced}, primary key (scope, id))`,
  `create index handovers_from on handovers (scope, from_id, rev)`,
  `create index handovers_to on handovers (scope, to_id, rev)`,
  // Several people may upload the same file. Each of them has a separate upload, but the complete file is stored only
  // once.
  `create table blobs (
    scope text not null, sha256 text not null, mime text not null, bytes int not null, data bytea not null,
    created_at timestamptz not null, primary key (scope, sha256))`,
  `create table blob_uploads (
    scope text not null, user_id text not null, sha256 text not null, mime text not null, bytes int not null,
    received int not null default 0, updated_at timestamptz not null, completed_at timestamptz,
    primary key (scope, user_id, sha256))`,
  `create table blob_parts (
    scope text not null, user_id text not null, sha256 text not null, start int not null, data bytea not null,
    primary key (scope, user_id, sha256, start))`,
  `create index blob_uploads_age on blob_uploads (scope, updated_at)`,
  `alter table users add column outbox_key text`,
  `alter table sync_devices add column name text`,
  `alter table sync_devices add column pending int`,
  `alter table sync_devices add column oldest_pending_at timestamptz`,
  `alter table sync_devices add column revoked_at timestamptz`,
  // Used to find the author of a change to a field by the revision of that field.
  `create index sync_ops_rev on sync_ops (scope, rev)`,
  `create index sync_scope_events_rev on sync_scope_events (scope, user_id, rev)`,
];

export const name = '0002_contacts';

export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
