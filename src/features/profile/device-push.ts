import {
  askPushPermission,
  endPushSubscription,
  isPushSubscribed,
  pushPermission,
  subscribeToPush,
  type PushPermission,
} from '../../bridge/push.ts';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { saveDeviceValue, savedDeviceValue } from '../../db/schema/device.ts';
import { withDevice } from '../../db/schema/with-device.ts';
import { attempt } from '../../lib/attempt.ts';
import { log } from '../../lib/log.ts';

/** Whether this device gets push messages for a user: on, off, or the reason why it cannot get them. */
export type DevicePushState = Exclude<PushPermission, 'default' | 'granted'> | 'on' | 'off';

/** The reason why push messages could not be turned on. `dismissed`: the user did not grant the permission. */
export type PushFailure = Failure | { ok: false; why: 'dismissed' } | { ok: false; why: 'push_service' };

const savedOwner = (): Promise<string | null> =>
  withDevice(async (device) => (await savedDeviceValue(device, 'push_user')) ?? null);

const saveOwner = (user_id: string | null): Promise<void> =>
  withDevice((device) => saveDeviceValue(device, 'push_user', user_id));

export async function readPushState(user_id: string): Promise<DevicePushState> {
  const permission = pushPermission();
  if (permission === 'unsupported' || permission === 'denied') return permission;
  const isOn = permission === 'granted' && (await savedOwner()) === user_id && (await isPushSubscribed());
  return isOn ? 'on' : 'off';
}

/** Subscribes this browser to push messages for the logged-in user, and sends the subscription to the server. */
async function connect(): Promise<{ ok: true } | PushFailure> {
  const fetched = await attempt(() => sync.account('pushKey'));
  if (!fetched.ok) return fetched;
  const subscription = await subscribeToPush(fetched.key).catch((error: unknown) => {
    log.warn('the browser did not subscribe to push messages', error);
    return null;
  });
  if (!subscription) return { ok: false, why: 'push_service' };
  return attempt(() => sync.account('subscribePush', subscription));
}

/** Requests permission and turns push messages on for this user. Must be called in response to a tap. */
export async function turnOnPush(user_id: string): Promise<{ ok: true } | PushFailure> {
  const permission = await askPushPermission();
  if (permission !== 'granted') return { ok: false, why: 'dismissed' };
  const result = await connect();
  if (result.ok) await saveOwner(user_id);
  else await endPushSubscription();
  return result;
}

/**
 * Turns push messages off on this device, even while offline. If the server cannot be reached, it learns later from the
 * push service that the subscription has ended.
 */
export async function turnOffPush(): Promise<void> {
  await saveOwner(null);
  await endPushSubscription();
  await attempt(() => sync.account('unsubscribePush'));
}

/**
 * Renews the push subscription of a user who has turned push messages on, because the browser, the server's key or the
 * session may have changed. If the permission was revoked, turns push messages off.
 */
export async function renewPush(user_id: string): Promise<void> {
  if ((await savedOwner()) !== user_id) return;
  if (pushPermission() !== 'granted') return turnOffPush();
  await connect();
  // Ends the subscription if the user has logged out while it was being renewed.
  const current = await withDevice((device) => savedDeviceValue(device, 'current_user'));
  if (current?.id !== user_id) await endPushSubscription();
}
