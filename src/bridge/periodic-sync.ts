import { log } from '../lib/log.ts';
import { PERIODIC_SYNC, periodicSyncOf, type PeriodicSync } from '../lib/periodic-sync.ts';

/** Minimum time between two syncs in ms. The browser may wait much longer, depending on how often the app is used. */
const MIN_INTERVAL_MS = 12 * 3_600_000;

async function periodicSync(): Promise<PeriodicSync | undefined> {
  return periodicSyncOf(await navigator.serviceWorker?.getRegistration());
}

async function isGranted(): Promise<boolean> {
  const name = 'periodic-background-sync' as PermissionName;
  return (await navigator.permissions.query({ name })).state === 'granted';
}

/**
 * Registers a periodic sync, with which the service worker sends and fetches data while the app is closed. Does nothing
 * without the permission, which Chromium grants to installed apps without asking the user.
 */
async function registerPeriodicSync(): Promise<void> {
  const periodic = await periodicSync();
  if (periodic && (await isGranted())) await periodic.register(PERIODIC_SYNC, { minInterval: MIN_INTERVAL_MS });
}

/** Unregisters the periodic sync of this browser. Called on logout. */
export async function endPeriodicSync(): Promise<void> {
  await (await periodicSync())?.unregister(PERIODIC_SYNC);
}

/**
 * Starts the periodic sync of a user who is logged in: now, when the app is installed, and when the service worker
 * takes control of the page. Returns a function that stops waiting for these events.
 */
export function startPeriodicSync(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const start = (): void => {
    registerPeriodicSync().catch((error: unknown) => log.warn('periodic sync was not registered', error));
  };
  addEventListener('appinstalled', start, { signal });
  navigator.serviceWorker?.addEventListener('controllerchange', start, { signal });
  start();
  return () => ended.abort();
}
