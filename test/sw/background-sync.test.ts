import { beforeEach, expect, test, vi } from 'vitest';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { serveBackgroundSync } from '../../sw/background-sync.ts';
import { ANNA, makePorts, type FakePorts } from '../helpers/phone.ts';

let ports: FakePorts;
let runCycle: ReturnType<typeof vi.fn<() => Promise<void>>>;
let unregister: ReturnType<typeof vi.fn<(tag: string) => Promise<void>>>;

beforeEach(() => {
  ports = makePorts({});
  runCycle = vi.fn<() => Promise<void>>().mockResolvedValue();
  unregister = vi.fn<(tag: string) => Promise<void>>().mockResolvedValue();
});

async function logIn(): Promise<void> {
  const device = openDeviceDb(ports);
  await saveDeviceValue(device, 'current_user', { id: ANNA });
  device.close();
}

/**
 * Dispatches an event. The returned promise settles like the work for which the event keeps the service worker alive.
 */
async function dispatch(name: string, tag: string, registration: object = { periodicSync: { unregister } }) {
  const listeners = new Map<string, (event: Event) => void>();
  const addEventListener = (type: string, run: (event: Event) => void): void => void listeners.set(type, run);
  serveBackgroundSync({ registration, addEventListener }, ports, runCycle);
  const work: Promise<void>[] = [];
  listeners.get(name)?.({ tag, waitUntil: (promise: Promise<void>) => void work.push(promise) } as never);
  await Promise.all(work);
}

test.each([
  ['sync', 'haversack-outbox'],
  ['periodicsync', 'haversack-refresh'],
])('a %s event of this app runs one sync cycle, and fails if the cycle does', async (name, tag) => {
  await logIn();
  await dispatch(name, tag);
  expect(runCycle).toHaveBeenCalledTimes(1);
  expect(unregister).not.toHaveBeenCalled();
  runCycle.mockRejectedValue(new Error('some writes are still unsent'));
  await expect(dispatch(name, tag)).rejects.toThrow('some writes are still unsent');
});

test.each(['sync', 'periodicsync'])('a %s event with an unknown tag runs no sync cycle', async (name) => {
  await logIn();
  await dispatch(name, 'test-tag-from-devtools');
  expect(runCycle).not.toHaveBeenCalled();
});

test('a periodic sync event without a logged-in user runs one last cycle and ends the periodic sync', async () => {
  await dispatch('periodicsync', 'haversack-refresh');
  expect(unregister).toHaveBeenCalledExactlyOnceWith('haversack-refresh');
  expect(runCycle).toHaveBeenCalledTimes(1);
});

test('a periodic sync event without a user does not fail if the browser has no periodic sync', async () => {
  await dispatch('periodicsync', 'haversack-refresh', {});
  expect(runCycle).toHaveBeenCalledTimes(1);
});
