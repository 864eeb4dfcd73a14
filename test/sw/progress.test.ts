import { expect, it, vi } from 'vitest';
import { progressReport } from '../../sw/progress.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';

it('tells uncontrolled pages how many files are cached, never more than there are', async () => {
  const caches = new MemoryCaches();
  const page = { postMessage: vi.fn() };
  const matchAll = vi.fn(async () => [page]);
  const open = () => caches.storage.open('app');
  const report = progressReport({ matchAll }, open, 2);
  await report();
  const cache = await open();
  for (const path of ['/a', '/b', '/c']) {
    await cache.put(path, new Response('x'));
    await report();
  }
  const done = page.postMessage.mock.calls.map(([message]) => message as unknown);
  expect(done).toEqual([0, 1, 2, 2].map((count) => ({ type: 'offline-copy', done: count, total: 2 })));
  expect(matchAll).toHaveBeenCalledWith({ type: 'window', includeUncontrolled: true });
});
