import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

/**
 * The scope's counter as this transaction sees it. Every write raises it under its lock and commits at once, so all
 * that has a rev up to this one is visible here. `horizon`: older cursors can no longer be served.
 */
export async function counterOf(tx: Tx, scope: string): Promise<{ rev: number; horizon: number }> {
  const row = await tx
    .selectFrom('sync_counter')
    .select(['rev', 'horizon'])
    .where('scope', '=', scope)
    .executeTakeFirst();
  return row ?? { rev: 0, horizon: 0 };
}

/**
 * Raises the counter and holds its lock until the transaction ends: the next one waits, so that commit order is rev
 * order. A sequence would hand out numbers that commit in any order, and a cursor would miss the late ones.
 */
export async function raiseCounter(tx: Tx, scope: string): Promise<number> {
  const row = await tx
    .insertInto('sync_counter')
    .values({ scope, rev: 1 })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ rev: sql`sync_counter.rev + 1` }))
    .returning('rev')
    .executeTakeFirstOrThrow();
  return row.rev;
}
