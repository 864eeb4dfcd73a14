import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `drop index users_pool`,
  `create index users_pool on users (scope, coalesce(waiting_since, created_at), id)
    where status = 'waiting' and responsible_id is null and deleted_at is null
      and not (is_staff or is_manager or is_superuser)`,
];

export const name = '0039_pool_order';

/** Orders the index of the pool like its queries, so that a query reads only the leads that have waited longest. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
