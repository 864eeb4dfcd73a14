/** The part of a service worker's `clients` that is used here. */
interface OpenPages {
  matchAll(options: {
    type: 'window';
    includeUncontrolled: true;
  }): Promise<readonly { postMessage(message: unknown): void }[]>;
}

/**
 * Returns a function that reports to every open page how many files of the app are cached. Pages that this service
 * worker does not control yet are included.
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
