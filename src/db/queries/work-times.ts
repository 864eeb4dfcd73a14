import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { defaultWorkTimes } from '../../../contract/work-times.ts';
import { zoneOrDevice } from '../../../contract/zones.ts';
import type { PhoneDb } from '../schema/db.ts';

/** Returns the user's working hours. */
export async function savedWorkTimes(db: PhoneDb, user_id: string): Promise<WorkTimes> {
  const me = await db.me.get(user_id);
  return me?.work_times ?? defaultWorkTimes(zoneOrDevice(me?.time_zone));
}
