/** What is used of a service worker's `clients`. */
interface OpenPages {
  matchAll(options: {
    type: 'window';
    includeUncontrolled: true;
  }): Promise<readonly { postMessage(message: unknown): void }[]>;
}

/**
 * Returns a function that tells every open page, also those that this service worker does not control yet, how many of
 * the app's files are cached.
 */
export function progressReport(
  clients: OpenPages,
  openCache: () => Promise<Cache>,
  total: number,
): () => Promise<void> {
  return async () => {
    const cached = await (await openCache()).keys();
    const done = Math.min(total, cached.length);
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage({ type: 'offline-copy', done, total });
  };
}
