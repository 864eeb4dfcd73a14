import { expect, test } from 'vitest';
import { listenToPages } from '../../sw/update.ts';

/**
 * Sends a message to a service worker. Returns what the worker did, and the number of promises for which the event kept
 * the worker alive.
 */
function send(data: unknown): string[] {
  const done: string[] = [];
  let listener: (event: unknown) => void = () => {};
  const worker = {
    addEventListener: (name: string, run: (event: never) => void) => {
      if (name === 'message') listener = run as typeof listener;
    },
    skipWaiting: async () => void done.push('skipWaiting'),
    clients: { claim: async () => void done.push('claim') },
  };
  listenToPages(worker);
  listener({ data, waitUntil: () => done.push('waitUntil') });
  return done;
}

test('a new version takes over when a page asks for it, and claims the pages that were loaded in the meantime', () => {
  expect(send({ type: 'skip-waiting' })).toEqual(['skipWaiting']);
  expect(send({ type: 'claim' })).toEqual(['claim', 'waitUntil']);
});

test('a waiting service worker ignores messages that do not concern an update', () => {
  for (const data of [null, undefined, {}, { type: 'let-go' }, { type: 'ping' }]) expect(send(data)).toEqual([]);
});
