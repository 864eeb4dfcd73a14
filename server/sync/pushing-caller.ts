import { Refused } from '../../contract/errors.ts';
import { hasAccess } from '../../contract/roles.ts';
import { callerOf } from '../caller.ts';
import type { Caller, HandlerContext } from '../handlers.ts';
import type { PushContext } from './unit.ts';

interface Counter {
  rev: number;
  epoch: string | undefined;
}

/**
 * Returns the caller of a push as this transaction sees them, and the counter of the scope, in one statement: the
 * caller may have been blocked, or the device revoked, since the request was authorised. Throws `unauthorized`,
 * `device_revoked` or `blocked`.
 */
export async function loadPushingCaller(
  { tx, scope, received_at }: HandlerContext,
  { caller, device_id }: PushContext,
): Promise<{ caller: Caller; counter: Counter }> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('sync_devices as d', (join) =>
      join.onRef('d.scope', '=', 'u.scope').onRef('d.user_id', '=', 'u.id').on('d.device_id', '=', device_id),
    )
    .leftJoin('sync_counter as n', 'n.scope', 'u.scope')
    .selectAll('u')
    .select(['d.revoked_at as device_revoked_at', 'n.rev as counter_rev', 'n.epoch as counter_epoch'])
    .where('u.scope', '=', scope)
    .where('u.id', '=', caller.user_id)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row && row.device_revoked_at !== null) throw new Refused('device_revoked');
  if (!row || row.token_version !== caller.user.token_version) throw new Refused('unauthorized');
  const { device_revoked_at: _, counter_rev, counter_epoch, ...user } = row;
  if (!hasAccess(user)) throw new Refused('blocked');
  return {
    caller: callerOf(user, received_at),
    counter: { rev: counter_rev ?? 0, epoch: counter_epoch ?? undefined },
  };
}
