import { sql } from 'kysely';
import type { RowsContext } from '../../handlers.ts';
import { wasTicketSeenOrTaken, hasTicketLeftPool } from './staff-visible.ts';

/**
 * Returns whether the response may reveal to the caller that a ticket exists: because the caller sees it, was assigned
 * to it before, or tries to take a ticket that has left the pool since the caller joined. A single query decides this,
 * so that the response for a hidden ticket takes no longer than the response for a missing ticket.
 */
export async function mayKnowTicket({ tx, caller }: RowsContext, id: string, command: string): Promise<boolean> {
  if (!caller.is_staff) return false;
  // An employee who tries to take a ticket may learn the name of the colleague who took it, because all employees saw
  // the ticket in the pool.
  const isTake = command === 'take';
  const row = await tx
    .selectFrom('tickets as t')
    .select('t.id')
    .where('t.scope', '=', caller.scope)
    .where('t.id', '=', id)
    .where('t.deleted_at', 'is', null)
    .where(
      sql<boolean>`(${wasTicketSeenOrTaken(caller, 't')} or (${isTake}::boolean and ${hasTicketLeftPool(caller, 't')}))`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a ticket without checking access. Returns false if it does not exist. */
export async function lockTicketForStaff({ tx, caller }: RowsContext, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tickets')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the ids belong to two different tickets of the same author. */
export async function haveSameAuthor({ tx, caller }: RowsContext, id: string, other: string): Promise<boolean> {
  if (id === other) return false;
  const row = await tx
    .selectFrom('tickets as t')
    .innerJoin('tickets as o', (join) => join.onRef('o.scope', '=', 't.scope').onRef('o.author_id', '=', 't.author_id'))
    .select('o.id')
    .where('t.scope', '=', caller.scope)
    .where('t.id', '=', id)
    .where('o.id', '=', other)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
