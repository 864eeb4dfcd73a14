import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  // The default is a time in the past, so that the first run after the assignment of a lead checks the lead.
  `alter table users
    add column assigned_at timestamptz, add column return_warned_at timestamptz, add column returns_at timestamptz,
    add column return_check_at timestamptz default '1970-01-01T00:00:00Z'`,
  `create index users_return_checks on users (scope, return_check_at, id)
    where status = 'processing' and responsible_id is not null and deleted_at is null and return_check_at is not null
      and not (is_staff or is_manager or is_superuser)`,
  `alter table lead_exclusions add column auto_only boolean not null default false`,
];

export const name = '0044_auto_return';

/** Adds the times at which leads without a finished task return to the pool. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
