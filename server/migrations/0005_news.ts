import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const imported = `
  scope text not null,
  rev bigint not null default 0,
  field_revs jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by text,
  id text not null,
  path text not null,
  source_hash text not null,
  language text not null,
  title text not null,
  media jsonb not null default '[]',
  is_mirrored boolean not null default true,
  primary key (scope, id)`;

const mark = `
  scope text not null,
  user_id text not null,
  rev bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null`;

const statements = [
  `create table news (
    lead text not null default '', body text not null, is_important boolean not null default false,
    published_at timestamptz not null, ${imported})`,
  `create unique index news_path on news (scope, path)`,
  `create index news_rev on news (scope, rev)`,
  `create index news_newest on news (scope, published_at, id)`,
  `create table events (
    description text not null, starts_at timestamptz not null, ends_at timestamptz not null, time_zone text not null,
    place text not null default '', url text, ${imported})`,
  `create unique index events_path on events (scope, path)`,
  `create index events_rev on events (scope, rev)`,
  `create index events_ends on events (scope, ends_at)`,
  `create table news_reads (
    news_id text not null, read_at timestamptz not null, ${mark}, primary key (scope, user_id, news_id))`,
  `create index news_reads_rev on news_reads (scope, user_id, rev)`,
  `create table event_answers (
    event_id text not null, answer text not null, answered_at timestamptz not null, ${mark},
    primary key (scope, user_id, event_id))`,
  `create index event_answers_rev on event_answers (scope, user_id, rev)`,
  `create index event_answers_event on event_answers (scope, event_id, answer)`,
];

export const name = '0005_news';

/** Creates news and events, and each person's reads and answers. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
