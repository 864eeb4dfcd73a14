import { log } from '../lib/log.ts';

/**
 * Ends the push messages of this browser at a logout. The code is loaded only then; if it cannot be, the service worker
 * ends them with the next message, which it does not show.
 */
export function endPush(): void {
  import('../bridge/push.ts')
    .then(({ endSubscription }) => endSubscription())
    .catch((error: unknown) => log.warn('push messages were not ended', error));
}
