import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table packages (
    scope text not null, id text not null,
    rev bigint not null default 0, field_revs jsonb not null default '{}',
    created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz, deleted_by text,
    path text not null, source_hash text not null,
    title jsonb not null, features jsonb not null, prices jsonb not null,
    popular boolean not null, position integer not null,
    primary key (scope, id))`,
  `create unique index packages_path on packages (scope, path)`,
  `create index packages_rev on packages (scope, rev)`,
  `create table subscriptions (
    scope text not null, user_id text not null, rev bigint not null, state text not null,
    plan jsonb, next jsonb, started_at timestamptz, until timestamptz, next_try_at timestamptz,
    attempts integer not null default 0, reminded_days integer, pending_until timestamptz,
    is_entitled boolean not null, created_at timestamptz not null, updated_at timestamptz not null,
    primary key (scope, user_id))`,
  `create index subscriptions_rev on subscriptions (scope, rev)`,
  `create index subscriptions_until on subscriptions (scope, until)`,
  `create table subscription_lines (
    scope text not null, id text not null, user_id text not null, at timestamptz not null,
    title jsonb, package_id text, period text, price_cents integer not null, amount_cents integer not null,
    status text not null, from_at timestamptz, until_at timestamptz, promo_code text, receipt_no bigint,
    primary key (scope, id))`,
  `create index subscription_lines_user on subscription_lines (scope, user_id, at)`,
  `create unique index subscription_lines_receipt on subscription_lines (scope, receipt_no)`,
  `create table promo_uses (
    scope text not null, code text not null, user_id text not null, at timestamptz not null,
    primary key (scope, code, user_id))`,
  `alter table users add column grace_until timestamptz, add column entitled_rev bigint`,
  `alter table promo_codes add column discount_percent integer not null default 0, add column source text`,
];

/** Members who had access before subscriptions existed keep it until the day on which it would have ended. */
const existing = [
  `update sync_counter c set rev = rev + 1
    where exists (select 1 from users u where u.scope = c.scope and u.subscribed_until is not null)`,
  `insert into subscriptions (scope, user_id, rev, state, until, is_entitled, created_at, updated_at)
    select u.scope, u.id, coalesce(c.rev, 0), case when u.subscribed_until > now() then 'cancelling' else 'expired' end,
      u.subscribed_until, u.subscribed_until > now(), now(), now()
    from users u left join sync_counter c on c.scope = u.scope
    where u.subscribed_until is not null and u.deleted_at is null`,
];

export const name = '0023_subscriptions';

/** Creates packages, subscriptions with their payment history, and the use of promo codes. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of [...statements, ...existing]) await sql.raw(statement).execute(tx);
}
