import { expect, it, vi } from 'vitest';
import { adoptInPageSync } from '../../src/bridge/sync.ts';
import type { SyncApi } from '../../src/bridge/sync-api.ts';

it('notifies sync when the browser goes online or offline', () => {
  const [onOnline, onOffline] = [vi.fn(async () => {}), vi.fn(async () => {})];
  adoptInPageSync({ onOnline, onOffline } as unknown as SyncApi);
  globalThis.dispatchEvent(new Event('offline'));
  expect([onOnline.mock.calls.length, onOffline.mock.calls.length]).toEqual([0, 1]);
  globalThis.dispatchEvent(new Event('online'));
  expect([onOnline.mock.calls.length, onOffline.mock.calls.length]).toEqual([1, 1]);
});
