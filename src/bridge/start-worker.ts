import { scriptUrl } from './trusted-types.ts';

// [Note: Workers and the back/forward cache] A browser that keeps a page for its Back button suspends the workers of
// that page, even in the middle of a transaction. In WebKit no other page can then use the same tables or delete the
// database until the cached page is dropped: the app hangs at "Loading", and a log-out leaves the database. So the
// workers end with the visit, and a page that is shown again reloads. Dexie closes the page's own connections.

/** Starts a worker that accesses the database. It ends when the page enters the back/forward cache. */
export function startWorker(url: string): Worker {
  const worker = new Worker(scriptUrl(url), { type: 'module' });
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) worker.terminate();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  return worker;
}
