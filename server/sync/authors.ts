import { personName } from '../features/contacts/person.ts';
import type { RowsContext } from '../handlers.ts';

/** The author of a change. */
export interface Author {
  user_id: string;
  name: string;
  at: string;
  /** Name of the device, if its user has named it. */
  device: string | null;
}

/**
 * Returns the user, time and device of the write with this rev; all ops of a transaction share a rev and a user. Null for
 * a rev whose ops are no longer stored, and for a write without an idempotency key.
 */
export async function authorOf({ tx, caller }: RowsContext, rev: number): Promise<Author | null> {
  const row = await tx
    .selectFrom('sync_ops as o')
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'o.scope').onRef('u.id', '=', 'o.user_id'))
    .leftJoin('sync_devices as d', (join) =>
      join
        .onRef('d.scope', '=', 'o.scope')
        .onRef('d.user_id', '=', 'o.user_id')
        .onRef('d.device_id', '=', 'o.device_id'),
    )
    .select(['o.user_id', personName('u').as('name'), 'o.received_at as at', 'd.name as device'])
    .where('o.scope', '=', caller.scope)
    .where('o.rev', '=', rev)
    .orderBy('o.received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
