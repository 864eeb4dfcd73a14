import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0038_statistics_by_rev';

/**
 * Removes the table of changes, because the statistics are now derived from the revs of the rows. The server fills the
 * statistics again from all records, because changes that were not in the rollup yet are lost.
 */
export async function up(tx: Tx): Promise<void> {
  for (const table of ['statistics_rollup', 'statistics_facts', 'statistics_state'])
    await sql`delete from ${sql.table(table)}`.execute(tx);
  await sql`drop table statistics_deltas`.execute(tx);
}
