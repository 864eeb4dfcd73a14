import { waitingVersion } from './service-worker.ts';
import { stopSync } from './sync.ts';

const QUIET_MS = 300;
const ASK_AGAIN_MS = 1_000;
const LONGEST_MS = 15_000;

// [Note: Taking over] Chromium lets a new service worker wait for as long as the old one has anything to do, and a
// request that reaches the old one in the moment it is being stopped makes it wait for minutes. So the worker of this
// page, from which nearly all requests come, ends first: what it had under way is sent again after the load, once. The
// old version is spoken to only when it has not gone by itself, since a message wakes one that sleeps.

/** Takes the waiting version after the person agreed: it takes over and the page loads once more. */
export function applyUpdate(): void {
  const take = (): void => waitingVersion()?.postMessage({ type: 'skip-waiting' });
  const ask = (): void => {
    navigator.serviceWorker.controller?.postMessage({ type: 'let-go' });
    take();
  };
  const load = (): void => location.reload();
  // Too old to send, and the new one is not here yet: a load asks for it.
  if (!waitingVersion()) return load();
  stopSync();
  navigator.serviceWorker.addEventListener('controllerchange', load, { once: true });
  setTimeout(take, QUIET_MS);
  setInterval(ask, ASK_AGAIN_MS);
  // Without a worker nothing is sent: the page goes on with the version that it has.
  setTimeout(load, LONGEST_MS);
}
