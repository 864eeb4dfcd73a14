import { Refused } from '../../contract/errors.ts';
import type { Db } from '../db/tables.ts';
import type { Caller } from '../handlers.ts';

/** What a push says of its device. Times are ISO, the clock offset is in ms. */
export interface PushRecord {
  device_id: string;
  app_version: string | undefined;
  device_name: string | undefined;
  /** Unsent writes on the device beyond this push. */
  pending: { count: number; oldest_at: string | null } | undefined;
  clock_offset_ms: number | null;
  at: string;
}

const INT4 = 2_147_483_647;
const clampInt4 = (value: number) => Math.max(-INT4, Math.min(INT4, value));

/** Removes control characters, also those that change the writing direction; at most 80 characters. */
const printableName = (name: string) => name.replaceAll(/\p{C}/gu, '').trim().slice(0, 80) || null;

/** Records the last contact, version, name, unsent writes and clock offset of a device. */
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

/** Records the rev up to which a device has pulled. */
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

/** A device as stored. */
interface Device {
  last_pull_at: string | null;
}

/** How often an empty pull is recorded, so that the owner's manager sees the last contact. */
const IDLE_MS = 10 * 60_000;

/** Whether to record a pull without changes: only if the last recorded one is ten minutes old. */
export const isIdlePullDue = (device: Device | null, at: string): boolean =>
  device !== null && Date.parse(device.last_pull_at ?? '1970-01-01') < Date.parse(at) - IDLE_MS;

/**
 * Returns the stored device, or null for an unknown one. Throws `device_revoked` if its user has logged it out
 * remotely.
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
