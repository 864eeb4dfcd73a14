import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table payment_intents (
    scope text not null, id text not null, user_id text not null,
    purpose text not null, subject_id text not null,
    amount_cents bigint not null check (amount_cents > 0), currency text not null,
    title text not null, return_path text not null,
    state text not null, provider text not null, provider_id text, payment_id text, url text,
    saves_method boolean not null, is_off_session boolean not null, idempotency_key text not null,
    expires_at timestamptz not null, created_at timestamptz not null, updated_at timestamptz not null,
    settled_at timestamptz, checked_at timestamptz,
    primary key (scope, id))`,
  `create unique index payment_intents_provider on payment_intents (scope, provider, provider_id)`,
  `create unique index payment_intents_key on payment_intents (scope, provider, idempotency_key)`,
  `create unique index payment_intents_open on payment_intents (scope, user_id, purpose, subject_id)
    where state in ('created', 'pending')`,
  `create index payment_intents_user on payment_intents (scope, user_id, created_at)`,
  `create index payment_intents_state on payment_intents (scope, state, checked_at)`,
  `create table payment_events (
    scope text not null, id text not null, intent_id text not null,
    from_state text, to_state text not null, at timestamptz not null, cause text not null, provider_event_id text,
    primary key (scope, id))`,
  `create unique index payment_events_provider on payment_events (scope, provider_event_id)`,
  `create index payment_events_intent on payment_events (scope, intent_id, at)`,
  `create table provider_events (
    scope text not null, provider text not null, id text not null, type text not null, received_at timestamptz not null,
    primary key (scope, provider, id))`,
  `create table payment_methods (
    scope text not null, user_id text not null, provider text not null,
    customer_id text not null, method_id text not null,
    brand text not null, last4 text not null, exp_month integer not null, exp_year integer not null,
    updated_at timestamptz not null,
    primary key (scope, user_id))`,
  `create table demo_payments (
    scope text not null, id text not null, intent_id text not null, state text not null,
    amount_cents bigint not null, title text not null, return_path text not null, saves_method boolean not null,
    created_at timestamptz not null, updated_at timestamptz not null,
    primary key (scope, id))`,
  // Unpaid orders become expired payments, because their payment pages no longer exist.
  `insert into payment_intents (scope, id, user_id, purpose, subject_id, amount_cents, currency, title, return_path,
      state, provider, provider_id, saves_method, is_off_session, idempotency_key, expires_at, created_at, updated_at,
      settled_at, checked_at)
    select o.scope, o.id, o.user_id, 'book', o.book_id, o.price_cents, 'USD', coalesce(b.title, ''),
      '/books/' || o.book_id, case when o.paid_at is null then 'expired' else 'succeeded' end, o.provider, o.ref,
      false, false, o.id, o.created_at + interval '24 hours', o.created_at, coalesce(o.paid_at, o.created_at),
      o.paid_at, o.created_at + interval '24 hours'
    from book_orders o left join books b on b.scope = o.scope and b.id = o.book_id
    where o.price_cents > 0`,
  `insert into payment_events (scope, id, intent_id, from_state, to_state, at, cause)
    select scope, id, id, null, state, updated_at, 'migration' from payment_intents`,
  `drop table book_orders`,
];

export const name = '0022_payments';

/** Creates the ledger of payments, and moves the orders of books to the ledger. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
