import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table accounting_checks (
    scope text not null, day text not null, started_at timestamptz not null, finished_at timestamptz,
    payments integer not null default 0, subscriptions integer not null default 0,
    provider_payments integer not null default 0, provider text not null default 'none',
    problem_count integer not null default 0, problems jsonb not null default '[]',
    primary key (scope, day))`,
  `create index payment_events_at on payment_events (scope, at)`,
  `create index payment_intents_updated on payment_intents (scope, updated_at)`,
  `create index donations_decided on donations (scope, decided_at)`,
];

export const name = '0028_accounting';

/** Creates the reports of the nightly check of the ledger, and indexes for sums and exports by month. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
