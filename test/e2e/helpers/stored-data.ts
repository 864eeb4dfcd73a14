import type { Page } from '@playwright/test';
import { evaluateWithDatabases } from './disk.ts';

/** Returns every row of every database, every entry of every cache, and localStorage. */
export const readStoredData = (page: Page): Promise<Record<string, unknown>> =>
  evaluateWithDatabases(
    page,
    async () => {
      const stored: Record<string, unknown> = {};
      const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error('the disk was not read')));
        });
      for (const { name, factory } of await allDatabases()) {
        const db = await resultOf(factory.open(name));
        db.addEventListener('versionchange', () => db.close());
        for (const table of db.objectStoreNames) {
          const store = db.transaction(table).objectStore(table);
          const [keys, rows] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
          // The value of the data usage is left out, because the viewer's own request that starts the view increases
          // it.
          const shown = keys.map((key, index) => (key === 'data_use' ? key : ([key, rows[index]] as unknown)));
          stored[`${name}/${table}`] = JSON.stringify(shown);
        }
        db.close();
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const entries = (await cache.keys()).map(async (request) => {
          const body = await (await cache.match(request))!.arrayBuffer();
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
          return `${request.url} ${digest.join('.')}`;
        });
        stored[`cache ${name}`] = (await Promise.all(entries)).sort();
      }
      stored['localStorage'] = { ...localStorage };
      return stored;
    },
    null,
  );
