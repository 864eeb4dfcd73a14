import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const figures = `completed_tasks int not null default 0, time_ms bigint not null default 0,
    donation_cents bigint not null default 0, subscriptions int not null default 0,
    registrations int not null default 0, first_tasks int not null default 0`;

// The indexes of the rollup contain the figures, so that sums read only the index.
const names = 'completed_tasks, time_ms, donation_cents, subscriptions, registrations, first_tasks';

const statements = [
  // The amount that each task, donation and person currently adds to the figures.
  `create table statistics_facts (
    scope text not null, kind text not null, id text not null, at timestamptz not null, employee_id text not null,
    country text not null, value bigint not null, primary key (scope, kind, id, at))`,
  `create index statistics_facts_employee on statistics_facts (scope, employee_id, kind, at)`,
  `create index statistics_facts_at on statistics_facts (scope, kind, at)`,
  // Changes of the figures that are not in the rollup yet. Rows are added and deleted, but never updated.
  `create table statistics_deltas (
    scope text not null, id uuid not null default gen_random_uuid(), at timestamptz not null, employee_id text not null,
    country text not null, ${figures}, primary key (scope, id))`,
  `create table statistics_rollup (
    scope text not null, unit text not null, at timestamptz not null, employee_id text not null, country text not null,
    ${figures}, primary key (scope, unit, employee_id, at, country) include (${names}))`,
  `create index statistics_rollup_at on statistics_rollup (scope, unit, at, employee_id) include (country, ${names})
    where country = '*'`,
  `create table statistics_state (scope text primary key, rev bigint not null)`,
  `create index tasks_running on tasks (scope, assignee_id) where state = 'in_progress'`,
];

export const name = '0032_statistics';

/** Creates the tables of the statistics. The server fills them when it starts. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
