import type { Ports } from '../../src/lib/ports.ts';
import { makePorts, type FakePorts } from './phone.ts';

/** Creates the ports of a device that has an in-memory disk and the real clock, and sends its requests with `fetch`. */
export function livePorts(fetch: Ports['fetch']): FakePorts {
  const ports = makePorts({
    fetch: async (url, init) => {
      if (!ports.online) throw new TypeError('no network');
      return fetch(url, init);
    },
  });
  const clock = {
    now: () => Date.now(),
    after: (ms: number, callback: () => void) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  };
  return Object.assign(ports, { clock, random: Math.random });
}
