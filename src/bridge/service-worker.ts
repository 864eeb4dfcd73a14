import { scriptUrl } from './trusted-types.ts';

type Listener = (ready: boolean) => void;

let waiting: ServiceWorker | null = null;
const listeners = new Set<Listener>();

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener(worker !== null);
}

function watch(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      // Without a controller it is the first install: nothing needs to be replaced.
      if (coming.state === 'installed' && navigator.serviceWorker.controller) setWaiting(coming);
    });
  });
}

/** Registers the service worker, so that the shell opens offline. Does nothing if the browser has none. */
export async function installOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(scriptUrl('/sw.js'), { scope: '/' });
  watch(registration);
}

/**
 * Subscribes to moments when code that failed to load may load: the network is back, or the service worker, which has
 * it cached, now controls the page. Returns the unsubscribe function.
 */
export function onCodeReachable(listener: () => void): () => void {
  const ended = new AbortController();
  addEventListener('online', listener, { signal: ended.signal });
  navigator.serviceWorker?.addEventListener('controllerchange', listener, { signal: ended.signal });
  return () => ended.abort();
}

/** Subscribes to whether a new version is waiting; calls back at once. Returns the unsubscribe function. */
export function onUpdateReady(listener: Listener): () => void {
  listeners.add(listener);
  listener(waiting !== null);
  return () => listeners.delete(listener);
}

/** The version that waits for the user's consent. */
export const waitingVersion = (): ServiceWorker | null => waiting;

/**
 * Registers a background sync, which sends waiting writes and reports a logout even with every tab closed. Chromium
 * only.
 */
export async function sendWhenOnline(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const background = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync;
  await background?.register('haversack-outbox').catch(() => {});
}
