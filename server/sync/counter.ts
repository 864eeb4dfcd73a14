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
