import { sql } from 'kysely';
import type { Db, Tx } from '../db/tables.ts';

/**
 * Returns the counter of the scope as this transaction sees it. Every write increments the counter while holding its
 * row lock and then commits, so all rows with a rev up to this value are visible. Cursors older than `horizon` can no
 * longer be served. `epoch` is absent before the first write.
 */
export async function counterOf(tx: Tx | Db, scope: string): Promise<{ rev: number; horizon: number; epoch?: string }> {
  const row = await tx
    .selectFrom('sync_counter')
    .select(['rev', 'horizon', 'epoch'])
    .where('scope', '=', scope)
    .executeTakeFirst();
  return row ?? { rev: 0, horizon: 0 };
}

/**
 * Increments the counter by `count` and returns the last of the new revs. The lock on the counter is held until the
 * transaction ends, so that other transactions wait and the commit order equals the rev order. Numbers from a sequence
 * could be committed in a different order, and a cursor would miss those that are committed late.
 */
export async function incrementCounter(tx: Tx, scope: string, count = 1): Promise<number> {
  const row = await tx
    .insertInto('sync_counter')
    .values({ scope, rev: count })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ rev: sql`sync_counter.rev + excluded.rev` }))
    .returning('rev')
    .executeTakeFirstOrThrow();
  return row.rev;
}
