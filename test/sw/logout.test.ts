import { beforeEach, expect, test, vi } from 'vitest';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { savedDeviceValue, saveDeviceValue } from '../../src/db/schema/device.ts';
import { sendInBackground } from '../../sw/drain.ts';
import { guardLogout } from '../../sw/logout.ts';
import { FakeServer } from '../helpers/fake-server.ts';
import { ANNA, makePorts, type FakePorts } from '../helpers/phone.ts';

type Match = (asked: { url: URL; sameOrigin: boolean }) => boolean;
type Answer = (asked: { request: Request }) => Promise<Response>;

const routes: { match: Match; answer: Answer; method: string }[] = [];
vi.mock('workbox-routing', () => ({
  registerRoute: (match: Match, answer: Answer, method: string) => routes.push({ match, answer, method }),
}));

const SESSION = '01900000-0000-7000-8000-0000000000f1';
const REFRESH = 'http://phone/api/accounts/refresh/';
const networkError = () => Promise.reject(new TypeError('gone'));

let server: FakeServer;
let ports: FakePorts;
let forwarded: ReturnType<typeof vi.fn<() => Promise<Response>>>;
let onFetch: (event: Event) => void;

beforeEach(() => {
  routes.length = 0;
  server = new FakeServer();
  ports = makePorts({ fetch: server.fetch });
  forwarded = vi.fn(async () => Response.json({ token: 'token-2' }));
  vi.stubGlobal('fetch', forwarded);
  guardLogout({ addEventListener: (_, run) => (onFetch = run) }, ports);
  return () => vi.unstubAllGlobals();
});

async function logOutOffline(): Promise<() => Promise<unknown>> {
  const device = openDeviceDb(ports);
  await saveDeviceValue(device, 'pending_logout', { user_id: ANNA, session: SESSION });
  return () => savedDeviceValue(device, 'pending_logout');
}

const routeOf = (url: string, sameOrigin = true) =>
  routes.find(({ match }) => match({ url: new URL(url), sameOrigin }));
const refresh = () => routeOf(REFRESH)!.answer({ request: new Request(REFRESH, { method: 'POST' }) });

/** Dispatches a navigation or a request from a page. Resolves when the service worker has finished handling it. */
async function dispatchFetch(mode: string): Promise<void> {
  const work: Promise<unknown>[] = [];
  onFetch({ request: { mode }, waitUntil: (promise: Promise<unknown>) => work.push(promise) } as never);
  await Promise.all(work);
}

test('the service worker intercepts only POST requests that carry the refresh cookie', () => {
  expect(routeOf(REFRESH)?.method).toBe('POST');
  expect(routeOf('http://phone/api/accounts/refresh')).toBeDefined();
  expect(routeOf('http://phone/api/accounts/login/')).toBeUndefined();
  expect(routeOf(REFRESH, false)).toBeUndefined();
});

test('the service worker forwards a token refresh while no logout is pending', async () => {
  expect(await (await refresh()).json()).toEqual({ token: 'token-2' });
  expect(server.seen).toEqual([]);
});

test('the service worker reports a pending logout before it forwards a token refresh', async () => {
  const savedLogout = await logOutOffline();
  forwarded.mockImplementation(async () => {
    expect(await savedLogout()).toBeNull();
    return Response.json({ code: 'unauthorized' }, { status: 401 });
  });
  expect((await refresh()).status).toBe(401);
  expect(server.seen.map(({ name }) => name)).toEqual(['own.logout']);
});

test('a token refresh fails while a pending logout cannot be reported', async () => {
  const savedLogout = await logOutOffline();
  server.every('own.logout', networkError);
  expect((await refresh()).type).toBe('error');
  expect(forwarded).not.toHaveBeenCalled();
  expect(await savedLogout()).not.toBeNull();
});

test('the service worker reports a pending logout on a navigation, but not on other requests', async () => {
  const savedLogout = await logOutOffline();
  await dispatchFetch('cors');
  expect(await savedLogout()).not.toBeNull();
  await dispatchFetch('navigate');
  expect(await savedLogout()).toBeNull();
});

test('the service worker reports a pending logout while all tabs are closed, or tries again later', async () => {
  vi.stubGlobal('indexedDB', ports.indexedDB);
  vi.stubGlobal('IDBKeyRange', ports.IDBKeyRange);
  const savedLogout = await logOutOffline();
  await expect(sendInBackground([], networkError)).rejects.toThrow();
  expect(await savedLogout()).not.toBeNull();
  await sendInBackground([], server.fetch);
  expect(await savedLogout()).toBeNull();
});
