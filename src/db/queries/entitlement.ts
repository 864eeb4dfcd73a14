import { accessTime, isEntitledOffline } from '../../../contract/entitlement.ts';
import type { PhoneDb } from '../schema/db.ts';
import { savedSyncStatus } from './status.ts';

/** Whether the user may read paid lessons now. `device_now` is device time, ms; see accessTime. */
export async function isEntitledNow(db: PhoneDb, user_id: string, device_now: number): Promise<boolean> {
  const me = await db.me.get(user_id);
  const { server_time } = await savedSyncStatus(db);
  return me !== undefined && isEntitledOffline(me, accessTime(device_now, server_time));
}
