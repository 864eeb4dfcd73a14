import { waitingVersion } from './service-worker.ts';
import { stopSync } from './sync.ts';

const TAKEOVER_SETTLES_MS = 300;
const REQUEST_INTERVAL_MS = 1_000;
const MAX_WAIT_MS = 15_000;

// [Note: Service worker takeover] Chromium keeps a new service worker waiting while the old one is busy, and a request
// that reaches the old one while it is being stopped delays the takeover by minutes. So the worker of this page, which
// makes nearly all requests, is terminated first; requests in flight are repeated once after the reload. The old
// version gets a message only if it has not stopped by itself, since a message wakes an idle one.

/** Activates the waiting version after the user agreed, and reloads the page. */
export function applyUpdate(): void {
  const take = (): void => waitingVersion()?.postMessage({ type: 'skip-waiting' });
  const requestTakeover = (): void => {
    navigator.serviceWorker.controller?.postMessage({ type: 'let-go' });
    take();
  };
  const load = (): void => location.reload();
  // This version is too old to sync, and the new one has not been fetched yet: a reload fetches it.
  if (!waitingVersion()) return load();
  stopSync();
  navigator.serviceWorker.addEventListener('controllerchange', load, { once: true });
  setTimeout(take, TAKEOVER_SETTLES_MS);
  setInterval(requestTakeover, REQUEST_INTERVAL_MS);
  // Nothing is sent while the sync worker is stopped, so the page reloads in any case, even if that loads the current
  // version again.
  setTimeout(load, MAX_WAIT_MS);
}
