import type { Dexie } from 'dexie';

const open = new Set<IDBTransaction>();

/** Makes abortTransactions find the transactions of a database. Call before it is opened. */
export function trackTransactions(db: Dexie): void {
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

/** Aborts all transactions of this thread, as the browser does when a page is closed. */
export function abortTransactions(): void {
  for (const transaction of open) {
    try {
      transaction.abort();
    } catch {
      // The transaction is already being committed and no longer needs this thread.
    }
  }
}
