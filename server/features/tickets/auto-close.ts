import { TICKET_REOPEN_MS } from '../../../contract/values.ts';
import type { Tx } from '../../db/tables.ts';
import { incrementCounter } from '../../sync/counter.ts';

/**
 * Closes at most 500 of the tickets that were resolved more than fourteen days ago. Devices receive the change with
 * their next pull.
 */
export async function closeResolvedTickets(tx: Tx, scope: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TICKET_REOPEN_MS).toISOString();
  const at = now.toISOString();
  const resolved = await tx
    .selectFrom('tickets')
    .select('id')
    .where('scope', '=', scope)
    .where('state', '=', 'resolved')
    .where('resolved_at', '<', before)
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .execute();
  if (resolved.length === 0) return;
  const ids = resolved.map(({ id }) => id);
  const rev = await incrementCounter(tx, scope);
  await tx
    .updateTable('tickets')
    .set({ state: 'closed', closed_at: at, rev, updated_at: at })
    .where('scope', '=', scope)
    .where('id', 'in', ids)
    .execute();
}
