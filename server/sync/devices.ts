import { Refused } from '../../contract/errors.ts';
import type { Db } from '../db/tables.ts';
import type { Caller } from '../handlers.ts';

/** What a push reports about its device. Times are ISO; the clock offset is in ms. */
export interface PushRecord {
  device_id: string;
  app_version: string | undefined;
  device_name: string | undefined;
  /** How many writes on the device are still unsent after this push, and when the oldest of them was made. */
  pending: { count: number; oldest_at: string | null } | undefined;
  clock_offset_ms: number | null;
  at: string;
}

const INT4 = 2_147_483_647;
const clampInt4 = (value: number) => Math.max(-INT4, Math.min(INT4, value));

/** Removes control characters, including those that change the text direction. Returns null if nothing is left. */
const printableName = (name: string) => name.replaceAll(/\p{C}/gu, '').trim() || null;

/** Records the time of the last push of a device, and its app version, name, unsent writes and clock offset. */
export async function recordPush(db: Db, caller: Caller, note: PushRecord): Promise<void> {
  const { device_id, app_version, device_name, pending, clock_offset_ms, at } = note;
  const values = {
    last_push_at: at,
    app_version: app_version?.replaceAll(/[^ -~]/g, '') ?? null,
    clock_offset_ms: clock_offset_ms === null ? null : clampInt4(clock_offset_ms),
    ...(device_name !== undefined && { name: printableName(device_name) }),
    ...(pending && { pending: clampInt4(pending.count), oldest_pending_at: pending.oldest_at }),
  };
  await db
    .insertInto('sync_devices')
    .values({ scope: caller.scope, user_id: caller.user_id, device_id, ...values })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'device_id']).doUpdateSet(values))
    .execute();
}

/** Records the rev up to which a device has pulled, and the time of the pull. */
export async function recordPull(
  db: Db,
  caller: Caller,
  device_id: string,
  cursor_rev: number,
  at: string,
): Promise<void> {
  const values = { last_pull_at: at, cursor_rev };
  await db
    .insertInto('sync_devices')
    .values({ scope: caller.scope, user_id: caller.user_id, device_id, ...values })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'device_id']).doUpdateSet(values))
    .execute();
}

/** The stored columns of a device that are needed to handle a pull. */
interface Device {
  last_pull_at: string | null;
}

/**
 * Minimum time between two recorded pulls without changes. They are recorded so that the manager of the device's owner
 * can see when the device was last online.
 */
const IDLE_MS = 10 * 60_000;

/** Whether to record a pull without changes: only if the last recorded pull is more than ten minutes old. */
export const isIdlePullDue = (device: Device | null, at: string): boolean =>
  device !== null && Date.parse(device.last_pull_at ?? '1970-01-01') < Date.parse(at) - IDLE_MS;

/**
 * Returns the stored device, or null if it is unknown. Throws `device_revoked` if its owner has logged it out remotely.
 */
export async function findDevice(db: Db, caller: Caller, device_id: string | undefined): Promise<Device | null> {
  if (device_id === undefined) return null;
  const row = await db
    .selectFrom('sync_devices')
    .select(['last_pull_at', 'revoked_at'])
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id)
    .where('device_id', '=', device_id)
    .executeTakeFirst();
  if (row && row.revoked_at !== null) throw new Refused('device_revoked');
  return row ?? null;
}
