import type { Buckets, Channel, Clock, Ports } from './ports.ts';

function broadcast(name: string): Channel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (receive) => {
      channel.onmessage = (event: MessageEvent) => receive(event.data);
    },
    close: () => channel.close(),
  };
}

/** The clock and the timers of the browser. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Returns the browser's storage buckets, for which TypeScript has no types yet; undefined if it has none. */
export const storageBuckets = (): Buckets | undefined => (navigator as { storageBuckets?: Buckets }).storageBuckets;

/**
 * Creates the ports of a page, worker or service worker on top of the browser's real APIs. `send` makes network
 * requests. Contexts that must not make any, such as pages, pass a function that rejects.
 */
export function createBrowserPorts(send: Ports['fetch']): Ports {
  return {
    indexedDB: globalThis.indexedDB,
    IDBKeyRange: globalThis.IDBKeyRange,
    fetch: send,
    clock: browserClock,
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
    locks: {
      request: (name, options, run) => navigator.locks.request(name, options, run),
    },
    channel: broadcast,
    isOnline: () => navigator.onLine,
    caches: globalThis.caches,
    buckets: storageBuckets(),
    isPersisted: () => navigator.storage.persisted(),
    user_agent: navigator.userAgent,
  };
}
