import { openDeviceDb } from '../src/db/schema/db.ts';
import { ensureDeviceId, savedDeviceValue } from '../src/db/schema/device.ts';
import { profileOrDelete } from '../src/db/schema/saved-profile.ts';
import { openUserDb } from '../src/db/schema/user-db.ts';
import { createIdGenerator } from '../src/lib/ids.ts';
import type { Ports } from '../src/lib/ports.ts';
import type { Session } from '../workers/sync/session.ts';

/** Returns the id of the user who is logged in on this device; null if no user is. */
export async function currentUser(ports: Ports): Promise<string | null> {
  const device = openDeviceDb(ports);
  const user = await savedDeviceValue(device, 'current_user').finally(() => device.close());
  return user?.id ?? null;
}

/**
 * Opens the session of the logged-in user, runs `work` and closes the databases again. Throws if the user has logged out
 * in the meantime.
 */
export async function withSession<T>(
  ports: Ports,
  user_id: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const device = openDeviceDb(ports);
  const db = await openUserDb(user_id, ports);
  try {
    await profileOrDelete(db, user_id, ports, device);
    const device_id = await ensureDeviceId(device, createIdGenerator(ports));
    return await work({ user_id, device_id, db, device, ports });
  } finally {
    db.close();
    device.close();
  }
}
