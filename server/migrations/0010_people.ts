import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const synced = `
  scope text not null, rev bigint not null default 0, field_revs jsonb not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz, deleted_by text`;

const statements = [
  `alter table users
    add column address text not null default '', add column notes text not null default '',
    add column tags jsonb not null default '[]', add column groups jsonb not null default '[]',
    add column do_not_contact boolean not null default false, add column phone_invalid boolean not null default false,
    add column next_step_at timestamptz, add column left_pool_rev bigint,
    add column daily_limit int not null default 20, add column rating int not null default 5`,
  `create index users_pool on users (scope, waiting_since, id)
    where status = 'waiting' and responsible_id is null and deleted_at is null`,
  `create index users_left_pool on users (scope, left_pool_rev) where left_pool_rev is not null`,
  `create table person_events (
    id text not null, person_id text not null, kind text not null, at timestamptz not null, by_id text,
    detail jsonb not null default '{}', ${synced}, primary key (scope, id))`,
  `create index person_events_touched on person_events (scope, rev)`,
  `create index person_events_person on person_events (scope, person_id, at)`,
  // Assignments of leads to employees. `counts_until` is the end of the day for which an assignment counts towards
  // the daily limit.
  `create table lead_takes (
    scope text not null, id text not null, user_id text not null, person_id text not null, kind text not null,
    at timestamptz not null, counts_until timestamptz not null, primary key (scope, id))`,
  `create index lead_takes_day on lead_takes (scope, user_id, counts_until)`,
  `create index lead_takes_person on lead_takes (scope, person_id, at)`,
  // An employee who has returned a lead cannot take it again for a while.
  `create table lead_exclusions (
    scope text not null, user_id text not null, person_id text not null, until timestamptz not null,
    primary key (scope, person_id, user_id))`,
  `create table tag_groups (
    scope text not null, id text not null, name text not null, position int not null, primary key (scope, id))`,
  `create unique index tag_groups_name on tag_groups (scope, name)`,
  `create table tags (
    scope text not null, id text not null, group_id text not null, name text not null, position int not null,
    primary key (scope, id), foreign key (scope, group_id) references tag_groups (scope, id) on delete cascade)`,
  `create unique index tags_name on tags (scope, name)`,
  // Makes devices fetch all people, which earlier versions did not sync.
  `update sync_counter set rev = rev + 1 where exists (select 1 from users u where u.scope = sync_counter.scope)`,
  `update users u set rev = c.rev from sync_counter c where c.scope = u.scope and not u.is_staff`,
];

export const name = '0010_people';

/** Adds people's details, history, tags, and the pool of waiting leads. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
