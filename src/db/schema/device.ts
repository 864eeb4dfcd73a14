import type { VideoHeight } from '../../../contract/values.ts';
import type { UsageAmounts } from '../storage/data-usage.ts';
import type { DeviceDb } from './db.ts';

/** What outlives a user on this phone. */
export interface DeviceValues {
  device_id: string;
  /** Who is logged in; null after logging out. */
  current_user: { id: string; name: string } | null;
  /** A log-out the server has not heard of: nothing refreshes this session while it stands. */
  pending_logout: { user_id: string } | null;
  /** Whose database is being deleted; a start finds it here when that broke off. */
  leaving: string | null;
  language: 'ru' | 'en' | 'de';
  theme: 'system' | 'light' | 'dark';
  text_size: 's' | 'm' | 'l' | 'xl';
  /** Fewer and smaller things are fetched. */
  data_saver: boolean;
  /** How large a film is to be, in lines; see films.ts. */
  film_quality: VideoHeight;
  /** Films and sounds come over Wi-Fi alone, where the browser tells it from a mobile network. */
  wifi_only: boolean;
  /** The next lessons come by themselves. */
  auto_download: boolean;
  /** Bytes received by day of the phone's calendar and by kind; see addUse. */
  data_use: Record<string, UsageAmounts>;
  /** The code of whoever invited, from the link that was opened. `at` is the phone's clock, ms. */
  promo: { code: string; at: number } | null;
  /** A registration that was begun, without its password. */
  registration: { draft: Record<string, string>; at: number } | null;
}

export async function savedDevice<K extends keyof DeviceValues>(
  device: DeviceDb,
  key: K,
): Promise<DeviceValues[K] | undefined> {
  return (await device.values.get(key))?.value as DeviceValues[K] | undefined;
}

export async function saveDevice<K extends keyof DeviceValues>(
  device: DeviceDb,
  key: K,
  value: DeviceValues[K],
): Promise<void> {
  await device.values.put({ key, value });
}

/** This phone's id, made once. */
export async function deviceId(device: DeviceDb, newId: () => string): Promise<string> {
  const fresh = newId();
  return device.transaction('rw', device.values, async () => {
    const known = await savedDevice(device, 'device_id');
    if (known) return known;
    await saveDevice(device, 'device_id', fresh);
    return fresh;
  });
}
