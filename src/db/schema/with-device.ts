import { openDeviceDb, pageDisk, type DeviceDb } from './db.ts';

/** Works in the page with what this phone keeps whoever is logged in, and closes it again. */
export async function withDevice<T>(work: (device: DeviceDb) => Promise<T>): Promise<T> {
  const device = openDeviceDb(pageDisk());
  try {
    return await work(device);
  } finally {
    device.close();
  }
}
