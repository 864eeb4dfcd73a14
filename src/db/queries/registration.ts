import { savedDevice, saveDevice, type DeviceValues } from '../schema/device.ts';
import { withDevice } from '../schema/with-device.ts';

const MAX_AGE_MS = 30 * 86_400_000;

async function recent<K extends 'promo' | 'registration'>(key: K, now: number): Promise<DeviceValues[K]> {
  const saved = await withDevice((device) => savedDevice(device, key));
  return saved && now - saved.at < MAX_AGE_MS ? saved : (null as DeviceValues[K]);
}

/** Keeps the code of whoever invited, before anything else is done with the link. `now` is the phone's clock, ms. */
export function savePromo(code: string, now: number): Promise<void> {
  return withDevice((device) => saveDevice(device, 'promo', { code, at: now }));
}

/** The code of a link that was opened within the last month. */
export const savedPromo = async (now: number): Promise<string | null> => (await recent('promo', now))?.code ?? null;

/** Keeps what was typed so far. The password never lies on a disk: it must not be among the fields. */
export function saveRegistration(draft: Record<string, string>, now: number): Promise<void> {
  return withDevice((device) => saveDevice(device, 'registration', { draft, at: now }));
}

export const savedRegistration = async (now: number): Promise<Record<string, string> | null> =>
  (await recent('registration', now))?.draft ?? null;

/** After it came off, or when the person wants it gone. */
export function clearRegistration(): Promise<void> {
  return withDevice(async (device) => {
    await saveDevice(device, 'promo', null);
    await saveDevice(device, 'registration', null);
  });
}
