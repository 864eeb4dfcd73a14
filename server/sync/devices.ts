import type { Db } from '../db/tables.ts';
import type { Caller } from '../handlers.ts';

export interface PushNote {
  device_id: string;
  app_version: string | undefined;
  clock_offset_ms: number | null;
  at: string;
}

const INT4 = 2_147_483_647;
const within = (value: number) => Math.max(-INT4, Math.min(INT4, value));

/** Notes when a phone was last heard of, with which app and how far off its clock is. */
export async function notePush(
  db: Db,
  caller: Caller,
  { device_id, app_version, clock_offset_ms, at }: PushNote,
): Promise<void> {
  const told = {
    last_push_at: at,
    app_version: app_version?.replaceAll(/[^ -~]/g, '') ?? null,
    clock_offset_ms: clock_offset_ms === null ? null : within(clock_offset_ms),
  };
  await db
    .insertInto('sync_devices')
    .values({ scope: caller.scope, user_id: caller.user_id, device_id, last_pull_at: null, cursor_rev: null, ...told })
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
    .values({
      scope: caller.scope,
      user_id: caller.user_id,
      device_id,
      last_push_at: null,
      app_version: null,
      clock_offset_ms: null,
      ...told,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'device_id']).doUpdateSet(told))
    .execute();
}
