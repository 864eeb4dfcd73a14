import type { VideoHeight } from '../../../contract/video-heights.ts';
import type { DeviceDb } from './db.ts';

/** Kinds of received data; these names are stored. */
export const usageKinds = ['data', 'pictures', 'films', 'books', 'app'] as const;
export type UsageKind = (typeof usageKinds)[number];
export type UsageAmounts = Partial<Record<UsageKind, number>>;

/** Values shared by all users of this phone. */
export interface DeviceValues {
  device_id: string;
  /** The logged-in user; null after logout. */
  current_user: { id: string } | null;
  /**
   * A logout that was not reported to the server yet; until then, the session must not be refreshed. `session` is the
   * id of the session, which allows nothing but ending that session. The id is absent if the token could not be read,
   * and in data stored by older versions.
   */
  pending_logout: { user_id: string; session?: string } | null;
  /**
   * The id of the user whose database is being deleted. If the deletion was interrupted, the next start of the app
   * continues it.
   */
  leaving: string | null;
  language: 'ru' | 'en' | 'de';
  theme: 'system' | 'light' | 'dark';
  text_size: 's' | 'm' | 'l' | 'xl';
  /** Whether to reduce the number and size of downloads. */
  data_saver: boolean;
  /** Preferred video height in pixels; see video-quality.ts. */
  film_quality: VideoHeight;
  /** Whether to download videos and audio over Wi-Fi only, as far as the browser can tell. */
  wifi_only: boolean;
  /** Whether to download the next lessons automatically. */
  auto_download: boolean;
  /** The id of the user for whom this browser is subscribed to push messages. That user may have logged out. */
  push_user: string | null;
  /** Bytes received, by calendar day and then by kind; see addUsage. */
  data_use: Record<string, UsageAmounts>;
  /** Promo code from a link that was opened. `at` is the time of opening: device time, ms. */
  promo: { code: string; at: number } | null;
  /**
   * The version of the app that this device announced last, and the version whose release notes the user read last.
   * Absent until the first visit.
   */
  seen_release: { noticed: string; read: string };
  /** Registration draft, without the password. `at` is device time, ms. */
  registration: { draft: Record<string, string>; at: number } | null;
}

export async function savedDeviceValue<K extends keyof DeviceValues>(
  device: DeviceDb,
  key: K,
): Promise<DeviceValues[K] | undefined> {
  return (await device.values.get(key))?.value as DeviceValues[K] | undefined;
}

export async function saveDeviceValue<K extends keyof DeviceValues>(
  device: DeviceDb,
  key: K,
  value: DeviceValues[K],
): Promise<void> {
  await device.values.put({ key, value });
}

/** Returns this device's id, which is created once. */
export async function ensureDeviceId(device: DeviceDb, newId: () => string): Promise<string> {
  const newDeviceId = newId();
  return device.transaction('rw', device.values, async () => {
    const savedId = await savedDeviceValue(device, 'device_id');
    if (savedId) return savedId;
    await saveDeviceValue(device, 'device_id', newDeviceId);
    return newDeviceId;
  });
}
