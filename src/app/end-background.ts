import { log } from '../lib/log.ts';

/**
 * Unsubscribes this browser from push messages and periodic sync at a logout. The code that does this is loaded only
 * then. If it cannot be loaded, the service worker unsubscribes at the next message or sync, and shows and fetches
 * nothing.
 */
export function endBackgroundWork(): void {
  const load = async (): Promise<void> => {
    const [{ endPushSubscription }, { endPeriodicSync }] = await Promise.all([
      import('../bridge/push.ts'),
      import('../bridge/periodic-sync.ts'),
    ]);
    await Promise.all([endPushSubscription(), endPeriodicSync()]);
  };
  load().catch((error: unknown) => log.warn('push messages or periodic sync were not ended', error));
}
