import type { Channel, Ports } from './ports.ts';

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

const browsers = [
  ['Edge', /Edg/],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;

const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS/],
  ['Linux', /Linux/],
] as const;

/** "Chrome, Android": enough for a person to tell their devices apart. */
function deviceName(agent: string): string {
  const named = (list: readonly (readonly [string, RegExp])[]) => list.find(([, pattern]) => pattern.test(agent))?.[0];
  return [named(browsers), named(systems)].filter((name) => name !== undefined).join(', ');
}

/** The real world of a page, a worker or a service worker. `send` is the network; pages have none. */
export function browserPorts(send: Ports['fetch']): Ports {
  return {
    indexedDB: globalThis.indexedDB,
    IDBKeyRange: globalThis.IDBKeyRange,
    fetch: send,
    clock: {
      now: () => Date.now(),
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    },
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
    locks: {
      request: (name, options, run) => navigator.locks.request(name, options, run),
    },
    channel: broadcast,
    isOnline: () => navigator.onLine,
    caches: globalThis.caches,
    device_name: deviceName(navigator.userAgent),
  };
}
