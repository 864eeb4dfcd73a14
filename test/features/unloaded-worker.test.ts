import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

const { start, syncNow, workers } = vi.hoisted(() => ({
  start: vi.fn<(user_id: string) => Promise<void>>(),
  syncNow: vi.fn<() => Promise<unknown>>(),
  workers: [] as (EventTarget & { terminate: () => void })[],
}));
const onEvent = async () => {};
vi.mock('comlink', () => ({
  wrap: () => ({ start, syncNow, stop: onEvent, onOnline: onEvent, onOffline: onEvent, setVisible: onEvent }),
}));
vi.mock('../../src/bridge/start-worker.ts', () => ({
  startWorker: () => {
    const worker = Object.assign(new EventTarget(), { terminate: vi.fn<() => void>() });
    workers.push(worker);
    return worker;
  },
}));

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  workers.length = 0;
  // Calls to a worker that was not loaded never settle.
  start.mockReset().mockReturnValue(new Promise(() => {}));
  syncNow.mockReset().mockReturnValue(new Promise(() => {}));
});

const load = async () => (await import('../../src/bridge/sync.ts')).sync;

it('the calls to a sync worker that cannot be loaded settle at once, and the next call starts another worker', async () => {
  const sync = await load();
  const call = sync.syncNow();
  workers[0]!.dispatchEvent(new Event('error'));
  expect(await call).toEqual({ ok: false, why: 'no_answer' });
  expect(workers[0]!.terminate).toHaveBeenCalledOnce();
  syncNow.mockResolvedValue({ ok: true });
  expect(await sync.syncNow()).toEqual({ ok: true });
  expect(workers).toHaveLength(2);
});

it('a sync whose worker cannot be loaded is started again after five seconds, until the worker is loaded', async () => {
  const sync = await load();
  void sync.start('anna');
  for (const attempt of [1, 2]) {
    workers.at(-1)!.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(workers).toHaveLength(attempt);
    await vi.advanceTimersByTimeAsync(1);
    expect(workers).toHaveLength(attempt + 1);
    expect(start).toHaveBeenCalledTimes(attempt + 1);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers).toHaveLength(3);
});

it('a worker that cannot be loaded is not started again for a sync that was stopped or never started', async () => {
  const sync = await load();
  void sync.syncNow();
  workers[0]!.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers).toHaveLength(1);
  void sync.start('anna');
  void sync.stop();
  workers[1]!.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers).toHaveLength(2);
});

it('a sync worker that has thrown an error keeps running', async () => {
  const sync = await load();
  void sync.syncNow();
  workers[0]!.dispatchEvent(new ErrorEvent('error', { message: 'x is not a function' }));
  expect(workers[0]!.terminate).not.toHaveBeenCalled();
  void sync.syncNow();
  expect(workers).toHaveLength(1);
});
