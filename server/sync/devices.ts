import { Refused } from '../../contract/errors.ts';
import type { Db } from '../db/tables.ts';
import type { Caller } from '../handlers.ts';

export interface PushNote {
  device_id: string;
  app_version: string | undefined;
  device_name: string | undefined;
  /** What waits on the phone beside the push. */
  pending: { count: number; oldest_at: string | null } | undefined;
  clock_offset_ms: number | null;
  at: string;
}

const INT4 = 2_147_483_647;
const within = (value: number) => Math.max(-INT4, Math.min(INT4, value));

/** As text that can be shown: without control characters and without those that turn the direction of writing. */
const shown = (name: string) => name.replaceAll(/\p{C}/gu, '').trim().slice(0, 80) || null;

/** Notes when a phone was last heard of, what it is, what waits on it and how far off its clock is. */
export async function notePush(db: Db, caller: Caller, note: PushNote): Promise<void> {
  const { device_id, app_version, device_name, pending, clock_offset_ms, at } = note;
  const told = {
    last_push_at: at,
    app_version: app_version?.replaceAll(/[^ -~]/g, '') ?? null,
    clock_offset_ms: clock_offset_ms === null ? null : within(clock_offset_ms),
    ...(device_name !== undefined && { name: shown(device_name) }),
    ...(pending && { pending: within(pending.count), oldest_pending_at: pending.oldest_at }),
  };
  await db
    .insertInto('sync_devices')
    .values({ scope: caller.scope, user_id: caller.user_id, device_id, ...told })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'device_id']).doUpdateSet(told))
    .execute();
}

/** Notes up to where a phone has pulled. */
export async function notePull(
  db: Db,
  caller: Caller,
  device_id: string,
  cursor_rev: number,
  at: string,
): Promise<void> {
  const told = { last_pull_at: at, cursor_rev };
  await db
    .insertInto('sync_devices')
    .values({ scope: caller.scope, user_id: caller.user_id, device_id, ...told })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'device_id']).doUpdateSet(told))
    .execute();
}

/** What the server knows of a phone that asks; null for one that is not kept yet. */
interface KnownDevice {
  last_pull_at: string | null;
}

/** So often a phone that has nothing to fetch is noted as there: who looks after its owner sees that it is in touch. */
const IDLE_MS = 10 * 60_000;

/** Whether a pull that brought nothing is to be noted: one of a few. */
export const isIdleLong = (device: KnownDevice | null, at: string): boolean =>
  device !== null && Date.parse(device.last_pull_at ?? '1970-01-01') < Date.parse(at) - IDLE_MS;

/** The phone as it is known. Throws `device_revoked` for one whose login its owner has ended from another one. */
export async function knownDevice(db: Db, caller: Caller, device_id: string | undefined): Promise<KnownDevice | null> {
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
