import { personName } from '../features/contacts/person.ts';
import type { RowsContext } from '../handlers.ts';

/** Who made a change, when, and on which device. */
export interface Author {
  user_id: string;
  name: string;
  at: string;
  /** Name of the device; null if it is unknown. */
  device: string | null;
}

/**
 * Returns user, time and device of the write with this rev. All ops with the same rev belong to one unit, and therefore
 * to one user. Returns null if the ops of this rev are no longer stored, or if the write had no idempotency key.
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
