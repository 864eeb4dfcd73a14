import { Device } from '../../../contract/sync.ts';
import { lastSeenAt } from '../../db/queries/employees.ts';
import type { PhoneDb } from '../../db/schema/db.ts';

export interface Devices {
  rows: Device[];
  /** When the list of devices was fetched: ISO, by this device's clock. */
  fetched_at: string;
}

/**
 * Returns the user's devices as last fetched: this device first, then logged-in ones, the most recently seen first.
 * Null if they were never fetched.
 */
export async function savedDevices(db: PhoneDb, device_id: string): Promise<Devices | null> {
  const page = await db.pages.get('devices');
  if (!page) return null;
  const rows = page.rows.flatMap((row) => {
    const parsed = Device.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  const seenAt = (device: Device): string => lastSeenAt([device]) ?? '';
  const rank = (device: Device): number => (device.device_id === device_id ? 0 : device.revoked_at === null ? 1 : 2);
  rows.sort((a, b) => rank(a) - rank(b) || seenAt(b).localeCompare(seenAt(a)));
  return { rows, fetched_at: page.fetched_at };
}
