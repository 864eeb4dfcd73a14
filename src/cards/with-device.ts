import { openDeviceDb, type DeviceDb } from '../db/db.ts';

/** Works with what this phone keeps whoever is logged in, and closes it again. */
export async function withDevice<T>(work: (device: DeviceDb) => Promise<T>): Promise<T> {
  const device = openDeviceDb({ indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange });
  return work(device).finally(() => device.close());
}
