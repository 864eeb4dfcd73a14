import { Refused } from '../../../contract/errors.ts';
import { deviceName } from '../../../contract/device-name.ts';
import type { Device } from '../../../contract/sync.ts';
import { addAuditEntry } from '../../audit.ts';
import type { Tx } from '../../db/tables.ts';
import type { CallerContext, RowsContext } from '../../handlers.ts';
import { revokeTokenFamily } from './repository.ts';

const MAX_SHOWN = 100;

/** Lists the caller's devices, most recently seen first. */
export async function listOwnDevices({ tx, caller }: RowsContext): Promise<Device[]> {
  return tx
    .selectFrom('sync_devices')
    .select([
      'device_id',
      'name',
      'app_version',
      'last_push_at',
      'last_pull_at',
      'pending',
      'oldest_pending_at',
      'revoked_at',
    ])
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id)
    .orderBy(
      (eb) => eb.fn('greatest', ['last_push_at', 'last_pull_at']),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('device_id')
    .limit(MAX_SHOWN)
    .execute();
}

/** Registers the device on which a user logs in. If the device was revoked, this lifts the revocation. */
export async function registerDevice(
  tx: Tx,
  scope: string,
  user_id: string,
  device_id: string,
  agent = '',
): Promise<void> {
  const name = deviceName(agent) || null;
  await tx
    .insertInto('sync_devices')
    .values({ scope, user_id, device_id, name })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'user_id', 'device_id']).doUpdateSet({ name, revoked_at: null }),
    )
    .execute();
}

export async function isDeviceRevoked(tx: Tx, scope: string, user_id: string, device_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sync_devices')
    .select('revoked_at')
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('device_id', '=', device_id)
    .executeTakeFirst();
  return row !== undefined && row.revoked_at !== null;
}

/**
 * Ends the sessions that were opened or last refreshed on a device. A session without a refresh cookie needs no change,
 * because its requests contain the id of the revoked device.
 */
async function endSessions(context: CallerContext, device_id: string): Promise<void> {
  const { tx, scope, caller } = context;
  const families = await tx
    .selectFrom('refresh_tokens')
    .select('family_id')
    .distinct()
    .where('scope', '=', scope)
    .where('user_id', '=', caller.user_id)
    .where('device_id', '=', device_id)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { family_id } of families) await revokeTokenFamily(context, { scope, family_id, user_id: caller.user_id });
  // Sessions of clients without a cookie have no row here, but may also have event streams.
  context.sessionsEnded(caller.user_id);
}

/**
 * Revokes one of the caller's devices until the next login on it, and pokes the caller's devices. The revoked device is
 * informed by the error that its next request gets. Idempotent. Throws `not_found` for another user's device.
 */
export async function revokeDevice(context: CallerContext, device_id: string): Promise<void> {
  const { tx, scope, caller, received_at, request } = context;
  const device = await tx
    .selectFrom('sync_devices')
    .select('revoked_at')
    .where('scope', '=', scope)
    .where('user_id', '=', caller.user_id)
    .where('device_id', '=', device_id)
    .forUpdate()
    .executeTakeFirst();
  if (!device) throw new Refused('not_found');
  if (device.revoked_at !== null) return;
  await tx
    .updateTable('sync_devices')
    .set({ revoked_at: received_at })
    .where('scope', '=', scope)
    .where('user_id', '=', caller.user_id)
    .where('device_id', '=', device_id)
    .execute();
  await endSessions(context, device_id);
  const requestFacts = { ip: request.ip, request_id: request.id, detail: { device_id } };
  await addAuditEntry(tx, {
    scope,
    at: received_at,
    action: 'device_revoked',
    actor_id: caller.user_id,
    ...requestFacts,
  });
  await context.nextRev();
  context.poke([caller.user_id]);
}
