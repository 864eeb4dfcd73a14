import { releaseDatabases, trackDatabases } from '../db/schema/release-databases.ts';

// [Note: Back/forward cache] A browser that keeps a page for its Back button suspends the page and its workers, even in
// the middle of a transaction. In WebKit, no other page can then use the same tables or delete the database until the
// cached page is dropped: the app hangs at "Loading", and a logout cannot delete the database. Therefore the server
// sends pages with `no-store`, which stops Firefox, and WebKit over https, from caching them. Firefox ignores it for a
// page from the service worker, so pages also hold a lock. A page that is cached nevertheless, as in WebKit over http,
// ends its transactions, connections and workers as if it were closed, and reloads when it is shown again.

/**
 * Releases the databases when the browser puts this page into the back/forward cache, and reloads the page when it is
 * shown again. Call before a database is opened. Returns a function that turns this off, for a page that keeps
 * everything in memory.
 */
export function releaseDatabasesOnPageHide(): () => void {
  const untrack = trackDatabases();
  const controller = new AbortController();
  const { signal } = controller;
  const onPersistedEvent = (type: 'pagehide' | 'pageshow', run: () => void): void =>
    addEventListener(type, ({ persisted }) => persisted && run(), { signal });
  onPersistedEvent('pagehide', releaseDatabases);
  onPersistedEvent('pageshow', () => location.reload());
  return () => {
    controller.abort();
    untrack();
  };
}
