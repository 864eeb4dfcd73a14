import type { PrecacheController } from 'workbox-precaching';

type Plugin = NonNullable<NonNullable<ConstructorParameters<typeof PrecacheController>[0]>['plugins']>[number];

/** The part of a service worker's `clients` that is used here. */
interface OpenPages {
  matchAll(options: {
    type: 'window';
    includeUncontrolled: true;
  }): Promise<readonly { postMessage(message: unknown): void }[]>;
}

/**
 * Reports the number of cached files. `added` is the number of files that were cached since the last report; without
 * it, the files in the cache are counted.
 */
type ProgressReporter = (added?: number) => Promise<void>;

/**
 * Returns a function that tells every open page, even those that this service worker does not control yet, how many
 * files of the app are cached.
 */
export function createProgressReporter(
  clients: OpenPages,
  openCache: () => Promise<Cache>,
  total: number,
): ProgressReporter {
  let cached: number | null = null;
  return async (added) => {
    // Listing the cache takes longer the more files it holds. Listing it for each file took two thirds of the processor
    // time of an installation.
    if (cached === null || added === undefined) cached = (await (await openCache()).keys()).length;
    else cached += added;
    const done = Math.min(total, cached);
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage({ type: 'offline-copy', done, total });
  };
}

/** Returns a Workbox plugin that calls `report` after each file that an installation requests from the network. */
export function createProgressPlugin(report: ProgressReporter): Plugin {
  return {
    fetchDidSucceed: async ({ response, state }) => {
      if (state) state['isFetched'] = true;
      return response;
    },
    handlerDidComplete: async ({ event, state }) => {
      if (event?.type === 'install' && state?.['isFetched'] === true) await report(1);
    },
  };
}
