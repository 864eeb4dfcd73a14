import { beforeEach, expect, test, vi } from 'vitest';
import { endPeriodicSync, startPeriodicSync } from '../../src/bridge/periodic-sync.ts';

const TWELVE_HOURS_MS = 43_200_000;

let register: ReturnType<typeof vi.fn<(tag: string, options: object) => Promise<void>>>;
let unregister: ReturnType<typeof vi.fn<(tag: string) => Promise<void>>>;
let permission: string;
let page: EventTarget;
let container: EventTarget & { getRegistration: () => Promise<object | undefined> };

beforeEach(() => {
  register = vi.fn<(tag: string, options: object) => Promise<void>>().mockResolvedValue();
  unregister = vi.fn<(tag: string) => Promise<void>>().mockResolvedValue();
  permission = 'granted';
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  useRegistration({ periodicSync: { register, unregister } });
  return () => vi.unstubAllGlobals();
});

function useRegistration(registration: object | undefined): void {
  container = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  const query = vi.fn<(of: { name: string }) => Promise<object>>(async () => ({ state: permission }));
  vi.stubGlobal('navigator', { serviceWorker: container, permissions: { query } });
}

/** Waits until the promises that the code started have settled. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('periodic sync is registered with an interval of twelve hours if the browser has granted it', async () => {
  startPeriodicSync();
  await settle();
  expect(register).toHaveBeenCalledExactlyOnceWith('haversack-refresh', { minInterval: TWELVE_HOURS_MS });
});

test.each(['prompt', 'denied'])('periodic sync is not registered while its permission is "%s"', async (state) => {
  permission = state;
  startPeriodicSync();
  await settle();
  expect(register).not.toHaveBeenCalled();
});

test('periodic sync is registered when the app is installed, and again when a new service worker takes over', async () => {
  permission = 'denied';
  const end = startPeriodicSync();
  await settle();
  permission = 'granted';
  page.dispatchEvent(new Event('appinstalled'));
  await settle();
  expect(register).toHaveBeenCalledTimes(1);
  container.dispatchEvent(new Event('controllerchange'));
  await settle();
  expect(register).toHaveBeenCalledTimes(2);
  end();
  page.dispatchEvent(new Event('appinstalled'));
  container.dispatchEvent(new Event('controllerchange'));
  await settle();
  expect(register).toHaveBeenCalledTimes(2);
});

test('ending periodic sync unregisters it in the browser', async () => {
  await endPeriodicSync();
  expect(unregister).toHaveBeenCalledExactlyOnceWith('haversack-refresh');
});

test.each([
  ['without periodic sync', {}],
  ['without a service worker', undefined],
])('a browser %s gets no periodic sync and no error', async (_, registration) => {
  useRegistration(registration);
  startPeriodicSync();
  await settle();
  await endPeriodicSync();
  expect(register).not.toHaveBeenCalled();
});

test('a browser that refuses periodic sync causes no error on the page', async () => {
  register.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  startPeriodicSync();
  await settle();
  expect(register).toHaveBeenCalledTimes(1);
});
