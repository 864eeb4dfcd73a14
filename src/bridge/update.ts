import { browserClock } from '../lib/browser-ports.ts';
import type { Clock } from '../lib/ports.ts';
import { waitingVersion } from './service-worker.ts';
import { stopSync } from './sync.ts';

const TAKEOVER_SETTLES_MS = 300;
const REQUEST_INTERVAL_MS = 1_000;
const MAX_WAIT_MS = 15_000;

// [Note: Service worker takeover] Chromium keeps a new service worker waiting while the old one is busy, for up to five
// minutes. A request or message that reaches the old one while it is being stopped starts it again. So the worker of
// this page, which makes nearly all requests, is terminated first; requests in flight are repeated once after the
// reload. The old version gets a message only if it has not stopped by itself, and only one: on a busy device a message
// takes longer than the interval, so repeated ones would keep the old version busy, and the reload would wait behind
// them.

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

/** Activates the waiting version after the user agreed, and reloads the page. */
export function takeOver(page: UpdatingPage): void {
  // The version is activated already if another tab did it. There is none if this version is too old to sync, and the
  // new one has not been fetched yet. In both cases a reload is enough.
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
  // version again. A reload that the browser loses is repeated, and the pauses grow, so that a slow one can end.
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

/** Activates the waiting version of this page after the user agreed, and reloads the page. */
export function applyUpdate(): void {
  const { serviceWorker } = navigator;
  takeOver({
    waitingVersion,
    controller: () => serviceWorker.controller,
    onControllerChange: (listener) => serviceWorker.addEventListener('controllerchange', listener),
    stopSync,
    reload: () => location.reload(),
    clock: browserClock,
  });
}
