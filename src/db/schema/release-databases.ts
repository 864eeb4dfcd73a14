import { Dexie } from 'dexie';

const databases = new Set<Dexie>();
const open = new Set<IDBTransaction>();

function track(db: Dexie): void {
  databases.add(db);
  db.use({
    stack: 'dbcore',
    name: 'release-databases',
    create: (core) => ({
      ...core,
      transaction: (...args) => {
        const transaction = core.transaction(...args) as IDBTransaction;
        open.add(transaction);
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => open.delete(transaction));
        return transaction;
      },
    }),
  });
}

/**
 * Tracks the databases that are created from now on, and their transactions, for releaseDatabases. Only pages need
 * this: terminating a worker ends its transactions anyway. Returns a function that stops the tracking.
 */
export function trackDatabases(): () => void {
  Dexie.addons.push(track);
  return () => {
    Dexie.addons.splice(Dexie.addons.indexOf(track), 1);
    databases.clear();
  };
}

/** Aborts all tracked transactions and closes the databases permanently, as the browser does when a page is closed. */
export function releaseDatabases(): void {
  for (const transaction of open) {
    try {
      transaction.abort();
    } catch {
      // The transaction is already being committed and no longer needs this thread.
    }
  }
  // When the user leaves the page, Dexie closes databases too, but reopens them for the next query. The page still runs
  // for a moment then, so it could be suspended with an open database.
  for (const db of databases) db.close();
}
