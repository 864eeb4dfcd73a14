import { PERIODIC_SYNC, periodicSyncOf } from '../src/lib/periodic-sync.ts';
import type { Ports } from '../src/lib/ports.ts';
import { currentUser } from './session.ts';

/** The part of the service worker's global scope that is used here. */
interface Worker {
  readonly registration: object;
  addEventListener(name: 'sync' | 'periodicsync', run: (event: Event) => void): void;
}

type SyncLike = Event & { tag: string; waitUntil(work: Promise<void>): void };

/**
 * Runs one sync cycle. If no user is logged in, the cycle only reports a logout; the periodic sync is then
 * unregistered.
 */
async function runPeriodicCycle({ registration }: Worker, ports: Ports, runCycle: () => Promise<void>): Promise<void> {
  if ((await currentUser(ports)) === null) await periodicSyncOf(registration)?.unregister(PERIODIC_SYNC);
  await runCycle();
}

/**
 * Runs a sync cycle when the browser is online again and writes are unsent, and periodically if the app is installed.
 * Both work while every tab is closed. `runCycle` rejects if something is still unsent; after a rejection, the browser
 * fires the event `sync` again.
 */
export function serveBackgroundSync(self: Worker, ports: Ports, runCycle: () => Promise<void>): void {
  self.addEventListener('sync', (event) => {
    const { tag } = event as SyncLike;
    if (tag === 'haversack-outbox') (event as SyncLike).waitUntil(runCycle());
  });
  self.addEventListener('periodicsync', (event) => {
    const { tag } = event as SyncLike;
    if (tag === PERIODIC_SYNC) (event as SyncLike).waitUntil(runPeriodicCycle(self, ports, runCycle));
  });
}
