import type { Page } from '@playwright/test';

/** Returns everything this origin stores in the browser as text: databases, caches and web storage. */
export function wholeDisk(page: Page): Promise<string> {
  return page.evaluate(async () => {
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
    for (const { name } of await indexedDB.databases()) {
      const db = await read(indexedDB.open(name!));
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
  });
}
