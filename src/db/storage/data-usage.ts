import { addDays, dateIn, deviceZone } from '../../../contract/zones.ts';
import type { DeviceDb } from '../schema/db.ts';
import { savedDeviceValue, saveDeviceValue, usageKinds, type UsageAmounts, type UsageKind } from '../schema/device.ts';

export const USAGE_DAYS = 30;

const todayOf = (now: number): string => dateIn(deviceZone(), now);

/** Returns the last USAGE_DAYS dates of the device's calendar, ending with the date of `now`. */
const lastDays = (now: number): string[] =>
  Array.from({ length: USAGE_DAYS }, (_, index) => addDays(todayOf(now), index + 1 - USAGE_DAYS));

/** Adds received bytes to today's usage and removes old days. May be called from several contexts at once. */
export async function addUsage(device: DeviceDb, amounts: UsageAmounts, now: number): Promise<void> {
  await device.transaction('rw', device.values, async () => {
    const savedDays = (await savedDeviceValue(device, 'data_use')) ?? {};
    const today = todayOf(now);
    const sum = { ...savedDays[today] };
    for (const kind of usageKinds) if (amounts[kind]) sum[kind] = (sum[kind] ?? 0) + amounts[kind];
    const oldest = lastDays(now)[0] ?? today;
    const otherDays = Object.entries(savedDays).filter(([day]) => day >= oldest && day !== today);
    await saveDeviceValue(device, 'data_use', Object.fromEntries([...otherDays, [today, sum]]));
  });
}

export interface DataUsage {
  /** Bytes by kind over the last USAGE_DAYS days. */
  kinds: Record<UsageKind, number>;
  total: number;
  /** Bytes by day, oldest first; days without traffic are 0. */
  days: { day: string; bytes: number }[];
}

/** Returns the data usage of the last USAGE_DAYS days. */
export async function savedDataUsage(device: DeviceDb, now: number): Promise<DataUsage> {
  const savedDays = (await savedDeviceValue(device, 'data_use')) ?? {};
  const days = lastDays(now);
  const sum = (kind: UsageKind) => days.reduce((total, day) => total + (savedDays[day]?.[kind] ?? 0), 0);
  const kinds = Object.fromEntries(usageKinds.map((kind) => [kind, sum(kind)])) as Record<UsageKind, number>;
  const totalOfDay = (day: string) => usageKinds.reduce((total, kind) => total + (savedDays[day]?.[kind] ?? 0), 0);
  return {
    kinds,
    total: usageKinds.reduce((total, kind) => total + kinds[kind], 0),
    days: days.map((day) => ({ day, bytes: totalOfDay(day) })),
  };
}
