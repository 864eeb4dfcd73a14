import type { Page } from '@playwright/test';

declare global {
  /**
   * Returns the databases of a page, in the default bucket and in all other buckets. `evaluateWithDatabases` defines
   * this function in the page.
   */
  function allDatabases(): Promise<{ name: string; factory: IDBFactory }[]>;
}

const script = `globalThis.allDatabases ??= async () => {
  const { storageBuckets } = navigator;
  const buckets = (await storageBuckets?.keys()) ?? [];
  const opened = await Promise.all(buckets.map((name) => storageBuckets.open(name)));
  const factories = [indexedDB, ...opened.map((bucket) => bucket.indexedDB)];
  const lists = factories.map(async (factory) =>
    (await factory.databases()).map(({ name }) => ({ name, factory })));
  return (await Promise.all(lists)).flat();
}; undefined`;

/** Runs `work` in the page, where it may call allDatabases. */
export async function evaluateWithDatabases<T, A>(page: Page, work: (given: A) => Promise<T>, given: A): Promise<T> {
  await page.evaluate(script);
  return (await page.evaluate(work as (given: unknown) => Promise<T>, given)) as T;
}

/** Returns the names of all databases of this origin, in all buckets. */
export const listDatabaseNames = (page: Page): Promise<string[]> =>
  evaluateWithDatabases(page, async () => (await allDatabases()).map(({ name }) => name), null);

/** Returns all data that this origin stores in the browser as text: databases, caches and web storage. */
export function readAllStorage(page: Page): Promise<string> {
  return evaluateWithDatabases(
    page,
    async () => {
      const found: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
      const asText = (_: string, value: unknown): unknown => {
        if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
        return ArrayBuffer.isView(value) ? [...new Uint8Array(value.buffer)].join() : value;
      };
      const read = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error('not read')));
        });
      for (const { name, factory } of await allDatabases()) {
        const db = await read(factory.open(name));
        for (const store of db.objectStoreNames)
          found.push(
            `${name} ${store} ${JSON.stringify(await read(db.transaction(store).objectStore(store).getAll()), asText)}`,
          );
        db.close();
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const response = await cache.match(request);
          const type = response?.headers.get('Content-Type') ?? '';
          found.push(`${request.url} ${/json|html|text/.test(type) ? await response?.text() : ''}`);
        }
      }
      return found.join('\n');
    },
    null,
  );
}
