/** The part of a PushManager that is used here. */
export type Subscriptions = Pick<PushManager, 'getSubscription' | 'subscribe'>;

const toBase64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Subscribes to push messages from the server that has this public key, and returns the data that the server needs to
 * send them. Replaces an existing subscription for another key. Rejects if notifications are not allowed, or if the
 * browser cannot reach its push service.
 */
export async function subscribeWithKey(subscriptions: Subscriptions, key: string) {
  const known = await subscriptions.getSubscription();
  const isCurrent = known && toBase64Url(known.options.applicationServerKey) === key;
  if (known && !isCurrent) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = isCurrent ? known : await subscriptions.subscribe(options);
  return {
    endpoint: subscription.endpoint,
    p256dh: toBase64Url(subscription.getKey('p256dh')),
    auth: toBase64Url(subscription.getKey('auth')),
  };
}
