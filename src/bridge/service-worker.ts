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
      // Without a controller it is the first install, which nobody has to wait for.
      if (coming.state === 'installed' && navigator.serviceWorker.controller) setWaiting(coming);
    });
  });
}

/** Registers the service worker: the shell opens without a network from then on. Does nothing where there is none. */
export async function installOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(scriptUrl('/sw.js'), { scope: '/' });
  watch(registration);
}

/**
 * Calls back when code that did not come may come after all: there is a network again, or the service worker, which has
 * it, answers for this page from now on. Gives the function that ends it.
 */
export function onCodeReachable(listener: () => void): () => void {
  const ended = new AbortController();
  addEventListener('online', listener, { signal: ended.signal });
  navigator.serviceWorker?.addEventListener('controllerchange', listener, { signal: ended.signal });
  return () => ended.abort();
}

/** Calls back, now and later, with whether a new version waits. Gives the function that ends it. */
export function onUpdateReady(listener: Listener): () => void {
  listeners.add(listener);
  listener(waiting !== null);
  return () => listeners.delete(listener);
}

/** The version that waits for the person's consent. */
export const waitingVersion = (): ServiceWorker | null => waiting;

/** Asks the browser to send what waits once there is a network, even with every tab closed. Chromium only. */
export async function sendWhenOnline(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const background = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync;
  await background?.register('haversack-outbox').catch(() => {});
}
