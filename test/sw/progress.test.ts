import { expect, it, vi } from 'vitest';
import { createProgressPlugin, createProgressReporter } from '../../sw/progress.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';

it('reports to all pages how many files are cached, and never more than the total', async () => {
  const caches = new MemoryCaches();
  const page = { postMessage: vi.fn() };
  const matchAll = vi.fn(async () => [page]);
  const open = () => caches.storage.open('app');
  const report = createProgressReporter({ matchAll }, open, 2);
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

it('counts newly installed files one by one, and lists the cache only once', async () => {
  const { storage } = new MemoryCaches();
  const cache = await storage.open('app');
  const keys = vi.spyOn(cache, 'keys');
  const page = { postMessage: vi.fn() };
  const report = createProgressReporter({ matchAll: async () => [page] }, async () => cache, 400);
  const plugin = createProgressPlugin(report);
  const install = async (path: string, isCached: boolean, type = 'install'): Promise<void> => {
    const [state, event, request] = [{}, { type } as never, new Request(`https://x.example${path}`)];
    const response = new Response('x');
    if (!isCached) {
      await cache.put(request, response.clone());
      expect(await plugin.fetchDidSucceed?.({ request, response, event, state })).toBe(response);
    }
    await plugin.handlerDidComplete?.({ request, response, event, state });
  };
  await cache.put('/bundled', new Response('x'));
  await report();
  await install('/bundled', true);
  await install('/a', false);
  await install('/b', false);
  await install('/late', false, 'fetch');
  expect(page.postMessage.mock.calls.map(([{ done }]) => done as number)).toEqual([1, 2, 3]);
  expect(keys).toHaveBeenCalledTimes(1);
});
