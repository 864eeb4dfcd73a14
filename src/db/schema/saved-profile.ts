import type { Me } from '../../../contract/entities/me.ts';
import { hasDb, openPhoneDb, userDbName, type DeviceDb, type PhoneDb, type UserDbPorts } from './db.ts';
import { savedDeviceValue } from './device.ts';

/**
 * Returns the profile from a user's database, which must have just been opened. If the user has logged out since their
 * id was read, the logout has deleted the database, and opening it has created an empty one: closes both databases,
 * deletes that one and throws.
 */
export async function profileOrDelete(db: PhoneDb, user_id: string, ports: UserDbPorts, device: DeviceDb): Promise<Me> {
  const me = await db.me.get(user_id);
  if (me) return me;
  db.close();
  if ((await savedDeviceValue(device, 'current_user'))?.id !== user_id) {
    await ports.buckets?.delete(userDbName(user_id));
    if (await hasDb(ports, userDbName(user_id))) await openPhoneDb(user_id, ports).delete();
  }
  device.close();
  throw new Error('this user is not logged in on this device');
}
