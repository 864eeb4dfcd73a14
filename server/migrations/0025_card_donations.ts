import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `alter table donations add column fee_cents int not null default 0,
    add column frequency text not null default 'one_time',
    add column recurring_id text, add column due_at timestamptz, add column intent_id text`,
  // Each date of a recurring donation has one donation, no matter how often its charge is attempted.
  `create unique index donations_due on donations (scope, recurring_id, due_at)`,
  `create table recurring_donations (
    scope text not null, id text not null, user_id text not null, rev bigint not null default 0,
    amount_cents int not null, fee_cents int not null, currency text not null, frequency text not null,
    purpose text not null, purpose_text text not null, comment text not null, is_anonymous boolean not null,
    state text not null, started_at timestamptz not null, next_at timestamptz, next_try_at timestamptz,
    failed_at timestamptz, attempts int not null default 0,
    created_at timestamptz not null, updated_at timestamptz not null, primary key (scope, id))`,
  `create index recurring_donations_rev on recurring_donations (scope, rev)`,
  `create index recurring_donations_user on recurring_donations (scope, user_id)`,
  `create index recurring_donations_due on recurring_donations (scope, state, next_at)`,
];

export const name = '0025_card_donations';

/** Adds donations that are paid by card, and recurring donations. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
