import { subscribeWithKey, type Subscriptions } from '../lib/push-subscription.ts';

/** `unsupported`: the browser has no push messages; an iPhone has them only in an installed app. */
export type PushPermission = NotificationPermission | 'unsupported';

export function pushPermission(): PushPermission {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  return isSupported ? Notification.permission : 'unsupported';
}

/**
 * Requests the user's permission for notifications. Call it in response to a tap, because browsers ignore other
 * requests.
 */
export const askPushPermission = (): Promise<NotificationPermission> => Notification.requestPermission();

/**
 * Subscribes to changes of the permission, which the user can also change in the settings of the browser or of the
 * phone. Returns the unsubscribe function.
 */
export function onPushPermission(listener: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  // Not all browsers report changes, so the permission is also read when the page becomes visible.
  document.addEventListener('visibilitychange', listener, { signal });
  void navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', listener, { signal }),
    () => {},
  );
  return () => ended.abort();
}

async function subscriptions(): Promise<Subscriptions | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.active ? registration.pushManager : undefined;
}

/** Whether this browser is subscribed. */
export async function isPushSubscribed(): Promise<boolean> {
  return Boolean(await (await subscriptions())?.getSubscription());
}

/** Subscribes this browser; see subscribeWithKey. Rejects while the service worker is not active. */
export async function subscribeToPush(key: string): ReturnType<typeof subscribeWithKey> {
  const manager = await subscriptions();
  if (!manager) throw new Error('the service worker is not active');
  return subscribeWithKey(manager, key);
}

/**
 * Ends the subscription of this browser, even offline. The push service then delivers no more messages to this device.
 */
export async function endPushSubscription(): Promise<void> {
  await (await (await subscriptions())?.getSubscription())?.unsubscribe();
}

/**
 * Subscribes to taps on notifications while the app is open. The listener gets the path of the screen to open. Returns
 * the unsubscribe function.
 */
export function onOpenPath(listener: (path: string) => void): () => void {
  const receive = ({ data, ports }: MessageEvent<{ type?: string; path?: string }>): void => {
    if (data?.type !== 'open-path' || typeof data.path !== 'string') return;
    ports[0]?.postMessage('opened');
    listener(data.path);
  };
  navigator.serviceWorker?.addEventListener('message', receive);
  return () => navigator.serviceWorker?.removeEventListener('message', receive);
}
