import type { DBCore, Middleware } from 'dexie';

/**
 * Stores the pages of a snapshot without waiting for the disk. A page is the only write that locks `snapshot_seen`
 * without `history`, and contains nothing but rows and the position of the snapshot: if the power fails, the position
 * is lost with the rows, and the pages are fetched again. Writes reach the disk in order, so that the next strict write
 * secures all pages before it.
 */
export const relaxedPages: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'relaxed-pages',
  create: (core) => ({
    ...core,
    transaction: (stores, mode, options) => {
      const isPage = stores.includes('snapshot_seen') && !stores.includes('history');
      return core.transaction(stores, mode, isPage ? { durability: 'relaxed' } : options);
    },
  }),
};
