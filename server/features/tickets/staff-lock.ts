import type { RowsContext } from '../../handlers.ts';

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

/** Returns whether the caller formerly had that ticket. */
export async function wasHeldBy({ tx, caller }: RowsContext, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ticket_log')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('actor_id', '=', caller.user_id)
    .where('ticket_id', '=', id)
    .where('command', '=', 'take')
    .limit(1)
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
