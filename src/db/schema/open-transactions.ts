import { Dexie } from 'dexie';

const open = new Set<IDBTransaction>();

function track(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'open-transactions',
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
 * Makes abortTransactions find the transactions of databases that are opened from now on. Only pages need this: a
 * worker that is terminated ends its transactions itself.
 */
export function trackTransactions(): void {
  if (!Dexie.addons.includes(track)) Dexie.addons.push(track);
}

/** Aborts all tracked transactions, as the browser does when a page is closed. */
export function abortTransactions(): void {
  for (const transaction of open) {
    try {
      transaction.abort();
    } catch {
      // The transaction is already being committed and no longer needs this thread.
    }
  }
}
