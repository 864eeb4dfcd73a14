import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

/**
 * Returns the scope's counter as this transaction sees it. Every write raises it under its row lock and then commits, so
 * all rows with a rev up to this one are visible. `horizon`: older cursors can no longer be served.
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
 * Raises the counter, holds its lock until the transaction ends and returns the new rev. Other transactions wait, so
 * commit order is rev order. Numbers of a sequence would commit in any order, and a cursor would miss the late ones.
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
