import type { Ports } from '../../lib/ports.ts';
import { filesCache, hasDb, openPhoneDb, userDbName, type DbPorts, type DeviceDb } from './db.ts';
import { saveDeviceValue, savedDeviceValue } from './device.ts';
import { deleteShares } from '../storage/shares.ts';

const isPending = async (device: DeviceDb, user_id: string) => (await savedDeviceValue(device, 'leaving')) === user_id;

async function clearTables(user_id: string, ports: DbPorts, device: DeviceDb): Promise<void> {
  const db = openPhoneDb(user_id, ports);
  await db.open();
  // The user may have logged in again while the database was being opened.
  if (await isPending(device, user_id)) {
    await db.transaction('rw', db.tables, async () => {
      // Segments come first: clearing a table would unpack its rows.
      for (const table of [db.segments, ...db.tables]) await table.clear();
    });
  }
  db.close();
}

/**
 * Deletes the user's database from the default bucket. The rows are deleted first, because a suspended tab that has the
 * database open blocks the deletion of the database.
 */
async function deleteFromDefaultBucket(user_id: string, ports: DbPorts, device: DeviceDb): Promise<void> {
  if (!(await hasDb(ports, userDbName(user_id)))) return;
  // A database that cannot be emptied, because it is damaged or has an older schema, is deleted anyway.
  await clearTables(user_id, ports, device).catch(() => {});
  if (await isPending(device, user_id)) await openPhoneDb(user_id, ports).delete();
}

/**
 * Deletes a logged-out user's database and files, and content that other apps have shared with this app. Continues a
 * deletion that was interrupted. Call at each start, before showing data. See: [Note: One bucket per user]
 */
export async function finishLogoutCleanup(
  ports: DbPorts & Pick<Ports, 'buckets' | 'caches'>,
  device: DeviceDb,
): Promise<void> {
  const user_id = await savedDeviceValue(device, 'leaving');
  if (!user_id) return;
  await ports.caches?.delete(filesCache(userDbName(user_id))).catch(() => {});
  await deleteShares(ports.caches).catch(() => {});
  // Deletes the entire bucket with its files, even if a suspended tab has the database open.
  if (await isPending(device, user_id)) await ports.buckets?.delete(userDbName(user_id));
  await deleteFromDefaultBucket(user_id, ports, device);
  await device.transaction('rw', device.values, async () => {
    if (await isPending(device, user_id)) await saveDeviceValue(device, 'leaving', null);
  });
}
