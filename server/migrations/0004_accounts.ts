import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  // Links and codes that log a person in. Only the hash of the token is stored.
  `create table account_links (
    scope text not null, id text not null, user_id text not null, kind text not null, token_hash text not null,
    made_by text, made_at timestamptz not null, expires_at timestamptz not null, spent_at timestamptz,
    ended_at timestamptz, tries int not null default 0, detail jsonb not null default '{}', primary key (scope, id))`,
  `create unique index account_links_token on account_links (scope, token_hash)`,
  `create index account_links_user on account_links (scope, user_id, kind)`,
  `create index account_links_age on account_links (expires_at)`,
  `create table promo_codes (
    scope text not null, code text not null, trial_days int not null, valid_until timestamptz, uses_left int,
    created_at timestamptz not null, primary key (scope, code))`,
  `create table jobs (
    scope text not null, id text not null, kind text not null, payload jsonb not null, run_at timestamptz not null,
    attempts int not null default 0, last_error text, failed_at timestamptz, created_at timestamptz not null,
    primary key (scope, id))`,
  `create index jobs_due on jobs (scope, run_at) where failed_at is null`,
  `alter table users add column waiting_since timestamptz`,
  `alter table users add column source text`,
  `alter table users add column consent_at timestamptz`,
  `alter table users add column delete_at timestamptz`,
  `create unique index users_promo on users (scope, promo_code) where deleted_at is null`,
];

export const name = '0004_accounts';

/** Creates one-time links, promo codes and the job queue. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
