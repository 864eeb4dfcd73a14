import { log } from '../lib/log.ts';

/**
 * Unsubscribes this browser from push messages and periodic sync at a logout, with code that is loaded only for a
 * logout. If that code cannot be loaded, the service worker unsubscribes at the next message or sync, without showing
 * or fetching anything.
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
