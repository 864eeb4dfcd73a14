import { browserClock } from '../lib/browser-ports.ts';
import type { Clock } from '../lib/ports.ts';
import { waitingVersion } from './service-worker.ts';
import { stopSync } from './sync.ts';

const TAKEOVER_SETTLES_MS = 300;
const REQUEST_INTERVAL_MS = 1_000;
const MAX_WAIT_MS = 15_000;

// [Note: Service worker takeover] Chromium keeps a new service worker waiting while the old one is busy, for up to five
// minutes. A request or message that reaches the old one while it is being stopped starts it again. Therefore the sync
// worker of this page, which makes nearly all requests, is terminated first; requests in flight are repeated after the
// reload. The old version gets a message only if it has not stopped by itself, and gets only one: on a busy device a
// message takes longer than the interval, so further messages would keep the old version busy and delay the reload.

type Version = Pick<ServiceWorker, 'state' | 'postMessage'>;

/** The parts of the page that an update uses. */
interface UpdatingPage {
  /** Returns the version that waits for the user's consent. */
  waitingVersion: () => Version | null;
  /** Returns the version that controls this page. */
  controller: () => Pick<Version, 'postMessage'> | null;
  onControllerChange: (listener: () => void) => void;
  stopSync: () => void;
  reload: () => void;
  clock: Clock;
}

/** Activates the waiting version and reloads the page. Call after the user agreed. */
export function activateUpdate(page: UpdatingPage): void {
  // If another tab has already activated the version, a reload is enough. The same applies if no version is waiting:
  // this version is then too old to sync, and the new one was not fetched yet.
  if (page.waitingVersion()?.state !== 'installed') return page.reload();
  let hasLoaded = false;
  const load = (): void => {
    hasLoaded = true;
    page.reload();
  };
  const requestTakeover = (): void => {
    if (hasLoaded) return;
    page.waitingVersion()?.postMessage({ type: 'skip-waiting' });
    page.clock.after(REQUEST_INTERVAL_MS, requestTakeover);
  };
  // Nothing is sent while the sync worker is stopped, so the page reloads in any case, even if that loads the current
  // version again. If the browser drops the reload, it is repeated, with growing pauses, so that a slow reload can
  // finish.
  const loadAfter = (wait_ms: number): void => {
    page.clock.after(wait_ms, () => {
      load();
      loadAfter(2 * wait_ms);
    });
  };
  page.stopSync();
  page.onControllerChange(load);
  page.clock.after(TAKEOVER_SETTLES_MS, requestTakeover);
  page.clock.after(TAKEOVER_SETTLES_MS + REQUEST_INTERVAL_MS, () => {
    if (!hasLoaded) page.controller()?.postMessage({ type: 'let-go' });
  });
  loadAfter(MAX_WAIT_MS);
}

/** Activates the waiting version of this page and reloads the page. Call after the user agreed. */
export function applyUpdate(): void {
  const { serviceWorker } = navigator;
  activateUpdate({
    waitingVersion,
    controller: () => serviceWorker.controller,
    onControllerChange: (listener) => serviceWorker.addEventListener('controllerchange', listener),
    stopSync,
    reload: () => location.reload(),
    clock: browserClock,
  });
}
