import { sql } from 'kysely';
import type { RowsContext } from '../../handlers.ts';
import { ticketHad, ticketLeftPool } from './staff-visible.ts';

/**
 * Returns whether the caller may know of a ticket: they see it, held it before, or try to take one that left the pool
 * while they worked here. One query decides, so a foreign ticket costs the same work as a missing one.
 */
export async function mayKnowTicket({ tx, caller }: RowsContext, id: string, command: string): Promise<boolean> {
  if (!caller.is_staff) return false;
  // By a take an employee may learn who was faster: the ticket was in everyone's pool.
  const isTake = command === 'take';
  const row = await tx
    .selectFrom('tickets as t')
    .select('t.id')
    .where('t.scope', '=', caller.scope)
    .where('t.id', '=', id)
    .where('t.deleted_at', 'is', null)
    .where(sql<boolean>`(${ticketHad(caller, 't')} or (${isTake}::boolean and ${ticketLeftPool(caller, 't')}))`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a ticket without an access check. Returns false for a missing one. */
export async function lockForStaff({ tx, caller }: RowsContext, id: string): Promise<boolean> {
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

/** Returns whether these are two different tickets of one person. */
export async function isOfAuthor({ tx, caller }: RowsContext, id: string, other: string): Promise<boolean> {
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
