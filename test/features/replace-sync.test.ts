import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SyncApi } from '../../src/bridge/sync-api.ts';

const { stop, syncNow, started, terminate } = vi.hoisted(() => ({
  stop: vi.fn<() => Promise<void>>(),
  syncNow: vi.fn<() => Promise<{ ok: true }>>(),
  started: vi.fn<() => void>(),
  terminate: vi.fn<() => void>(),
}));
/** Ignores browser events, which other tests in this window may also dispatch. */
const onEvent = async () => {};
vi.mock('comlink', () => ({
  wrap: () => ({ stop, syncNow, onOnline: onEvent, onOffline: onEvent, setVisible: onEvent }),
}));
vi.mock('../../src/bridge/start-worker.ts', () => ({
  startWorker: () => {
    started();
    return { terminate, addEventListener: () => {} };
  },
}));

beforeEach(() => {
  vi.resetModules();
  for (const mock of [stop, syncNow, started, terminate]) mock.mockReset();
  stop.mockResolvedValue(undefined);
  syncNow.mockResolvedValue({ ok: true });
});

const other = () => {
  const events = { onOnline: vi.fn(onEvent), onOffline: onEvent, setVisible: onEvent };
  const api = { syncNow: vi.fn(async () => ({ ok: false, why: 'busy' })), ...events };
  return api as typeof api & SyncApi;
};

describe('replacing the sync of a page', () => {
  it('replacing the sync of a page stops its worker after the cycle, and restoring it starts a new one', async () => {
    const { sync, replaceSync } = await import('../../src/bridge/sync.ts');
    await sync.syncNow();
    expect(started).toHaveBeenCalledTimes(1);
    let finishCycle = (): void => {};
    stop.mockReturnValue(new Promise((resolve) => (finishCycle = resolve)));
    const view = other();
    const replaced = replaceSync(view);
    expect(await sync.syncNow()).toEqual({ ok: false, why: 'busy' });
    expect(terminate).not.toHaveBeenCalled();
    finishCycle();
    const restore = await replaced;
    expect(terminate).toHaveBeenCalledTimes(1);
    // Browser events are forwarded only to the worker, which has stopped.
    globalThis.dispatchEvent(new Event('online'));
    expect(view.onOnline).not.toHaveBeenCalled();
    expect(syncNow).toHaveBeenCalledTimes(1);
    restore();
    expect(await sync.syncNow()).toEqual({ ok: true });
    expect(started).toHaveBeenCalledTimes(2);
  });

  it('replacing the sync of a page waits at most three seconds for a cycle in progress', async () => {
    const { sync, replaceSync } = await import('../../src/bridge/sync.ts');
    await sync.syncNow();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    stop.mockReturnValue(new Promise(() => {}));
    const replaced = replaceSync(other());
    await vi.advanceTimersByTimeAsync(2_999);
    expect(terminate).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await replaced;
    expect(terminate).toHaveBeenCalledTimes(1);
  });

  it('restores a replaced sync that runs in the page, without starting a worker', async () => {
    const { sync, replaceSync, adoptInPageSync } = await import('../../src/bridge/sync.ts');
    const inPage = { ...other(), stop } as SyncApi;
    adoptInPageSync(inPage);
    const restore = await replaceSync(other());
    expect(stop).toHaveBeenCalledTimes(1);
    restore();
    await sync.syncNow();
    expect(inPage.syncNow).toHaveBeenCalledTimes(1);
    expect(started).not.toHaveBeenCalled();
  });
});
