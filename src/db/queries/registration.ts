import { savedDeviceValue, saveDeviceValue, type DeviceValues } from '../schema/device.ts';
import { withDevice } from '../schema/with-device.ts';

const MAX_AGE_MS = 30 * 86_400_000;

async function recentValue<K extends 'promo' | 'registration'>(key: K, now: number): Promise<DeviceValues[K]> {
  const saved = await withDevice((device) => savedDeviceValue(device, key));
  return saved && now - saved.at < MAX_AGE_MS ? saved : (null as DeviceValues[K]);
}

/** Stores the promo code of a link as soon as it is opened. `now` is device time, ms. */
export function savePromo(code: string, now: number): Promise<void> {
  return withDevice((device) => saveDeviceValue(device, 'promo', { code, at: now }));
}

/** Returns the promo code of a link that was opened within the last 30 days, or null. */
export const savedPromoCode = async (now: number): Promise<string | null> =>
  (await recentValue('promo', now))?.code ?? null;

/** Stores the registration draft. It must not contain the password, which is never written to disk. */
export function saveRegistration(draft: Record<string, string>, now: number): Promise<void> {
  return withDevice((device) => saveDeviceValue(device, 'registration', { draft, at: now }));
}

export const savedRegistrationDraft = async (now: number): Promise<Record<string, string> | null> =>
  (await recentValue('registration', now))?.draft ?? null;

/** Deletes draft and promo code, after registration or on request. */
export function clearRegistration(): Promise<void> {
  return withDevice(async (device) => {
    await saveDeviceValue(device, 'promo', null);
    await saveDeviceValue(device, 'registration', null);
  });
}
