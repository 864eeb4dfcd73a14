import { openDeviceDb, pageDatabasePorts, type DeviceDb } from './db.ts';

/** Opens the device-wide database, runs `work` and closes the database again. */
export async function withDevice<T>(work: (device: DeviceDb) => Promise<T>): Promise<T> {
  const device = openDeviceDb(pageDatabasePorts());
  try {
    return await work(device);
  } finally {
    device.close();
  }
}
