import { log } from '../lib/log.ts';
import { scriptUrl } from './trusted-types.ts';

type Listener = (ready: boolean) => void;

/** How much of the app this device has offline. `interrupted`: a request was lost, and another attempt follows. */
export interface OfflineCopy {
  state: 'unsupported' | 'fetching' | 'interrupted' | 'ready';
  /** Files of the app that are cached, and all of them; 0 until the service worker reports. */
  done: number;
  total: number;
}

const FIRST_WAIT_MS = 2_000;
/** The app opens offline at most 30 s after its requests get through again: the wait leaves a third of that to install. */
const LONGEST_WAIT_MS = 20_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<Listener>();

let copy: OfflineCopy = { state: 'serviceWorker' in navigator ? 'fetching' : 'unsupported', done: 0, total: 0 };
const copyListeners = new Set<() => void>();

const followed = new WeakSet<object>();
let failures = 0;
let doneBefore = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener(worker !== null);
}

function setCopy(change: Partial<OfflineCopy>): void {
  copy = { ...copy, ...change };
  for (const listener of copyListeners) listener();
}

/** Plans the next attempt. Each one continues where the last one stopped: one that got further waits no longer. */
function retryLater(): void {
  failures = copy.done > doneBefore ? 1 : failures + 1;
  doneBefore = copy.done;
  if (copy.state !== 'ready') setCopy({ state: 'interrupted' });
  clearTimeout(timer);
  timer = setTimeout(install, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
}

function setReady({ active }: ServiceWorkerRegistration): void {
  setCopy({ state: 'ready' });
  // A page that was loaded while the service worker took over is not among those that it claimed.
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'claim' });
}

function follow(registration: ServiceWorkerRegistration, coming: ServiceWorker | null): void {
  if (!coming || followed.has(coming)) return;
  followed.add(coming);
  let isInstalled = false;
  coming.addEventListener('statechange', () => {
    const { state } = coming;
    if (state === 'redundant' && !isInstalled) retryLater();
    if (state === 'installed') [isInstalled, failures] = [true, 0];
    // Without a controller it is the first install: nothing needs to be replaced.
    if (state === 'installed' && navigator.serviceWorker.controller) setWaiting(coming);
    if (state === 'activated') setReady(registration);
  });
}

function watch(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
  if (registration.active) setReady(registration);
  follow(registration, registration.installing);
  if (followed.has(registration)) return;
  followed.add(registration);
  registration.addEventListener('updatefound', () => follow(registration, registration.installing));
}

/** Registers the service worker; while an older one is active, asks for the new one that failed to install. */
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
      log.warn('no service worker', error);
      retryLater();
    });
}

/**
 * Installs the service worker, so that the app opens offline. A lost request is enough for the browser to give an
 * installation up until the next page load: it is repeated with back-off, and at once when the network or the person is
 * back. Does nothing if the browser has none.
 */
export function installOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type?: string } & OfflineCopy>) => {
    const { type, done, total } = data ?? {};
    if (type === 'offline-copy' && copy.state !== 'ready') setCopy({ state: 'fetching', done, total });
  });
  const hint = (): void => {
    if (timer !== undefined && document.visibilityState === 'visible') install();
  };
  addEventListener('online', hint);
  document.addEventListener('visibilitychange', hint);
  install();
}

/** How much of the app this device has for offline use. */
export const offlineCopy = (): OfflineCopy => copy;

/** Subscribes to changes of `offlineCopy`; returns the unsubscribe function. */
export function onOfflineCopy(listener: () => void): () => void {
  copyListeners.add(listener);
  return () => copyListeners.delete(listener);
}

/** Subscribes to whether a new version is waiting; calls back at once. Returns the unsubscribe function. */
export function onUpdateReady(listener: Listener): () => void {
  listeners.add(listener);
  listener(waiting !== null);
  return () => listeners.delete(listener);
}

/** The version that waits for the user's consent. */
export const waitingVersion = (): ServiceWorker | null => waiting;
