import { log } from '../lib/log.ts';

/**
 * Unsubscribes this browser from push messages at a logout. The code is loaded only then. If it fails to load, the
 * service worker unsubscribes when the next message arrives, and does not show that message.
 */
export function endPush(): void {
  import('../bridge/push.ts')
    .then(({ endSubscription }) => endSubscription())
    .catch((error: unknown) => log.warn('push messages were not ended', error));
}
