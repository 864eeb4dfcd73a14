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

// Every key begins with the scope, so that tables can be partitioned by it. There are no serial columns, because ids
// are created by the application.
const statements = [
  `create table sync_counter (scope text primary key, rev bigint not null default 0, horizon bigint not null default 0)`,
  `create table users (
    id text not null, email text, phone text, password_hash text, token_version int not null default 1,
    first_name text not null, last_name text not null default '', middle_name text, avatar_sha256 text,
    language text not null default 'en', theme text not null default 'system', text_size text not null default 'm',
    country text, city text, time_zone text not null default 'UTC', date_birth date, telegram text, promo_code text,
    referrer_id text, responsible_id text, status text not null default 'waiting', subscribed_until timestamptz,
    is_superuser boolean not null default false, is_staff boolean not null default false,
    is_manager boolean not null default false, is_active boolean not null default true,
    is_blocked boolean not null default false, ${synced}, primary key (scope, id))`,
  `create unique index users_email on users (scope, email) where deleted_at is null`,
  `create unique index users_phone on users (scope, phone) where deleted_at is null`,
  `create index users_responsible on users (scope, responsible_id, first_name, id)`,
  `create index users_rev on users (scope, rev)`,
  `create table categories (
    id text not null, path text not null, source_hash text not null, slug text not null, title text not null,
    description text not null default '', language text not null, color text not null, position int not null,
    ${synced}, primary key (scope, id))`,
  `create unique index categories_path on categories (scope, path)`,
  `create index categories_rev on categories (scope, rev)`,
  `create table lessons (
    id text not null, path text not null, source_hash text not null, category_id text not null, title text not null,
    language text not null, position int not null, duration_min int not null, free boolean not null default false,
    body text not null, media jsonb not null default '[]', ${synced}, primary key (scope, id))`,
  `create unique index lessons_path on lessons (scope, path)`,
  `create index lessons_category on lessons (scope, category_id, position, id)`,
  `create index lessons_rev on lessons (scope, rev)`,
  `create table lesson_progress (
    scope text not null, user_id text not null, lesson_id text not null, rev bigint not null, state text not null,
    scrolled int not null default 0, last_read_at timestamptz not null, done_at timestamptz,
    created_at timestamptz not null, updated_at timestamptz not null, primary key (scope, user_id, lesson_id))`,
  `create index lesson_progress_rev on lesson_progress (scope, user_id, rev)`,
  `create table lesson_slices (
    scope text not null, user_id text not null, id text not null, lesson_id text not null, from_at timestamptz not null,
    to_at timestamptz not null, active_s int not null, received_at timestamptz not null,
    primary key (scope, user_id, id))`,
  `create index lesson_slices_day on lesson_slices (scope, user_id, from_at)`,
  `create index lesson_slices_lesson on lesson_slices (scope, user_id, lesson_id, from_at)`,
  `create table comments (
    id text not null, thread text not null, lesson_id text, parent_id text, author_id text not null, text text not null,
    claimed_at timestamptz not null, edited_at timestamptz, removed_at timestamptz, ${synced},
    primary key (scope, id))`,
  `create index comments_thread on comments (scope, thread, created_at, id)`,
  `create index comments_newest on comments (scope, created_at, id)`,
  `create index comments_rev on comments (scope, rev)`,
  `create table tasks (
    id text not null, assignee_id text not null, author_id text not null, type text not null, title text not null,
    place text not null default '', description text not null default '', start_at timestamptz not null,
    end_at timestamptz not null, priority text not null default 'normal', linked_user_id text, state text not null,
    slices jsonb not null default '[]', result text, result_note text not null default '',
    cancel_reason text not null default '', reminders jsonb not null default '[]', source text not null default 'manual',
    follow_up_of text, overlap boolean not null default false, closed_at timestamptz, ${synced},
    primary key (scope, id))`,
  `create index tasks_group on tasks (scope, assignee_id, state, start_at, id)`,
  `create index tasks_closed on tasks (scope, assignee_id, closed_at)`,
  `create index tasks_rev on tasks (scope, assignee_id, rev)`,
  `create table task_log (
    scope text not null, id text not null, task_id text not null, actor_id text not null, command text not null,
    claimed_at timestamptz not null, corrected_at timestamptz not null, received_at timestamptz not null,
    detail jsonb not null default '{}', primary key (scope, id))`,
  `create index task_log_task on task_log (scope, task_id, received_at)`,
  `create table media_files (
    scope text not null, sha256 text not null, mime text not null, bytes int not null, width int, height int,
    data bytea not null, created_at timestamptz not null, primary key (scope, sha256))`,
  `create table sync_ops (
    scope text not null, user_id text not null, op_id text not null, device_id text, kind text not null,
    request_hash text not null, status int, result jsonb, rev bigint, received_at timestamptz not null,
    primary key (scope, user_id, op_id))`,
  `create index sync_ops_device on sync_ops (scope, user_id, device_id, rev)`,
  `create index sync_ops_age on sync_ops (scope, received_at)`,
  `create table sync_scope_events (
    scope text not null, user_id text not null, entity text not null, entity_id text not null, rev bigint not null,
    primary key (scope, user_id, entity, entity_id, rev))`,
  `create table sync_devices (
    scope text not null, device_id text not null, user_id text not null, last_push_at timestamptz,
    last_pull_at timestamptz, cursor_rev bigint, app_version text, clock_offset_ms int,
    primary key (scope, user_id, device_id))`,
  `create table refresh_tokens (
    scope text not null, id text not null, family_id text not null, user_id text not null, token_hash text not null,
    created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz, revoked_at timestamptz,
    primary key (scope, id))`,
  `create unique index refresh_tokens_hash on refresh_tokens (scope, token_hash)`,
  `create index refresh_tokens_family on refresh_tokens (scope, family_id)`,
  `create index refresh_tokens_user on refresh_tokens (scope, user_id)`,
  `create table login_failures (
    scope text not null, account text not null, failures int not null, last_at timestamptz not null,
    primary key (scope, account))`,
  `create table audit_log (
    scope text not null, id text not null, at timestamptz not null, actor_id text, action text not null,
    target_id text, ip text, request_id text, detail jsonb not null default '{}', primary key (scope, id))`,
];

export const name = '0001_start';

export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
