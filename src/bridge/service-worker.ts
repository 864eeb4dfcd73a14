import { log } from '../lib/log.ts';
import { scriptUrl } from './trusted-types.ts';

type Listener = (ready: boolean) => void;

/**
 * How much of the app is stored on this device for offline use. `interrupted`: a request was lost, and another attempt
 * follows.
 */
export interface OfflineCopy {
  state: 'unsupported' | 'fetching' | 'interrupted' | 'ready';
  /** Number of cached files, and number of all files of the app; both are 0 until the service worker reports. */
  done: number;
  total: number;
}

const MIN_RETRY_DELAY_MS = 2_000;
/**
 * Maximum wait in ms before a retry. Within 30 s after the network is back, the app must be stored for offline use;
 * this leaves a third of that time for the installation.
 */
const MAX_RETRY_DELAY_MS = 20_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<Listener>();

let copy: OfflineCopy = { state: 'serviceWorker' in navigator ? 'fetching' : 'unsupported', done: 0, total: 0 };
const copyListeners = new Set<() => void>();

const observed = new WeakSet<object>();
let failures = 0;
let doneAtLastFailure = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener(worker !== null);
}

function setCopy(change: Partial<OfflineCopy>): void {
  copy = { ...copy, ...change };
  for (const listener of copyListeners) listener();
}

/**
 * Schedules the next attempt, which continues where the last one stopped. After an attempt that made progress, the wait
 * starts at its minimum again.
 */
function retryLater(): void {
  failures = copy.done > doneAtLastFailure ? 1 : failures + 1;
  doneAtLastFailure = copy.done;
  if (copy.state !== 'ready') setCopy({ state: 'interrupted' });
  clearTimeout(timer);
  timer = setTimeout(install, Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** (failures - 1)));
}

function setReady({ active }: ServiceWorkerRegistration): void {
  setCopy({ state: 'ready' });
  // The new service worker may not have claimed a page that was loaded during the takeover.
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'claim' });
}

function observeInstallation(registration: ServiceWorkerRegistration, newWorker: ServiceWorker | null): void {
  if (!newWorker || observed.has(newWorker)) return;
  observed.add(newWorker);
  let isInstalled = false;
  newWorker.addEventListener('statechange', () => {
    const { state } = newWorker;
    if (state === 'redundant' && !isInstalled) retryLater();
    if (state === 'installed') [isInstalled, failures] = [true, 0];
    // Without a controller, this is the first installation, so no older version is being replaced.
    if (state === 'installed' && navigator.serviceWorker.controller) setWaiting(newWorker);
    if (state === 'activated') setReady(registration);
  });
}

function watch(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
  if (registration.active) setReady(registration);
  observeInstallation(registration, registration.installing);
  if (observed.has(registration)) return;
  observed.add(registration);
  registration.addEventListener('updatefound', () => observeInstallation(registration, registration.installing));
}

/** Registers the service worker. If an older one is active, retries a failed installation of the new one. */
function install(): void {
  clearTimeout(timer);
  timer = undefined;
  if (copy.state !== 'ready') setCopy({ state: 'fetching' });
  navigator.serviceWorker
    .register(scriptUrl('/sw.js'), { scope: '/' })
    .then(async (registration) => {
      watch(registration);
      if (failures > 0 && registration.active && !registration.installing) await registration.update();
    })
    .catch((error: unknown) => {
      log.warn('registering the service worker failed', error);
      retryLater();
    });
}

/**
 * Holds a lock for as long as the page is open, because Firefox puts no page with a lock into its back/forward cache.
 * For a page from the service worker, it ignores `no-store`. See: [Note: Back/forward cache]
 */
function holdPageLock(): void {
  void navigator.locks.request('haversack-page', { mode: 'shared' }, () => new Promise<never>(() => {}));
}

/**
 * Installs the service worker, so that the app opens offline. After a single lost request, the browser abandons the
 * installation until the next page load. Therefore it is retried with back-off, and at once when the network is back or
 * the page becomes visible. Does nothing if the browser does not support service workers.
 */
export function installOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  holdPageLock();
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type?: string } & OfflineCopy>) => {
    const { type, done, total } = data ?? {};
    if (type === 'offline-copy' && copy.state !== 'ready') setCopy({ state: 'fetching', done, total });
  });
  const retryIfVisible = (): void => {
    if (timer !== undefined && document.visibilityState === 'visible') install();
  };
  addEventListener('online', retryIfVisible);
  document.addEventListener('visibilitychange', retryIfVisible);
  install();
}

/** Returns how much of the app is stored on this device for offline use. */
export const offlineCopy = (): OfflineCopy => copy;

/** Subscribes to changes of `offlineCopy`; returns the unsubscribe function. */
export function onOfflineCopy(listener: () => void): () => void {
  copyListeners.add(listener);
  return () => copyListeners.delete(listener);
}

/**
 * Subscribes to whether a new version is waiting. The listener is called now and after each change. Returns the
 * unsubscribe function.
 */
export function onUpdateReady(listener: Listener): () => void {
  listeners.add(listener);
  listener(waiting !== null);
  return () => listeners.delete(listener);
}

/** Returns the version that waits for the user's consent. */
export const waitingVersion = (): ServiceWorker | null => waiting;
