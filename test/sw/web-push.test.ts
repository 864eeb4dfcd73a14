import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeviceDb, openPhoneDb } from '../../src/db/schema/db.ts';
import { type DeviceValues, saveDeviceValue } from '../../src/db/schema/device.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { createBrowserPorts } from '../../src/lib/browser-ports.ts';
import { openScreen, ownPath, servePush, showMessage, subscribeAgain } from '../../sw/web-push.ts';
import { createMemoryLocks, ANNA, meRow } from '../helpers/phone.ts';

const OTHER = '0198c000-0000-7000-8000-000000000009';
const ORIGIN = 'http://phone';
const bytes = (...values: number[]) => new Uint8Array(values).buffer;

let unsubscribe: ReturnType<typeof vi.fn<() => Promise<boolean>>>;
let subscribe: ReturnType<typeof vi.fn<(options: PushSubscriptionOptionsInit) => Promise<PushSubscription>>>;
let showNotification: ReturnType<typeof vi.fn<(title: string, options: NotificationOptions) => Promise<void>>>;
let windows: FakeWindow[];
let sent: { method: string; url: string; body: unknown }[];
let openWindow: ReturnType<typeof vi.fn<(path: string) => Promise<null>>>;

const subscriptionFor = (key: ArrayBuffer) => ({
  endpoint: 'https://fcm.googleapis.com/fcm/send/1',
  options: { applicationServerKey: key },
  getKey: (name: string) => (name === 'auth' ? bytes(1, 2, 3) : bytes(251, 255)),
  unsubscribe,
});
let currentSubscription: ReturnType<typeof subscriptionFor> | null;

class FakeWindow {
  readonly url: string;
  readonly posted: unknown[] = [];
  readonly navigate = vi.fn<(path: string) => Promise<null>>().mockResolvedValue(null);
  answers = true;
  constructor(path: string) {
    this.url = ORIGIN + path;
  }
  focus = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no activation'));
  postMessage(message: unknown, [port]: MessagePort[]): void {
    this.posted.push(message);
    if (this.answers) port?.postMessage('opened');
  }
}

type Worker = Parameters<typeof servePush>[0];
const listeners = new Map<string, (event: unknown) => void>();
const worker = () =>
  ({
    addEventListener: (name: string, run: (event: unknown) => void) => void listeners.set(name, run),
    location: { origin: ORIGIN },
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification, pushManager: { getSubscription: async () => currentSubscription, subscribe } },
  }) as unknown as Worker;

const ports = () => ({
  ...createBrowserPorts(async (url, init) => {
    sent.push({
      method: init?.method ?? 'GET',
      url: String(url),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
    });
    return new Response(JSON.stringify(init?.method === 'GET' ? { key: 'BAUG' } : { ok: true }), {
      headers: { 'Content-Type': 'application/json', 'X-Sync-Proto': '1' },
    });
  }),
  locks: createMemoryLocks(),
});

async function save<K extends keyof DeviceValues>(name: K, value: DeviceValues[K]): Promise<void> {
  const device = openDeviceDb(ports());
  await saveDeviceValue(device, name, value);
  device.close();
}

async function logIn(): Promise<void> {
  await save('current_user', { id: ANNA });
  await save('device_id', 'the device');
  const db = openPhoneDb(ANNA, ports());
  await db.me.put(meRow());
  await saveMeta(db, 'token', 'the token');
  db.close();
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  unsubscribe = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  currentSubscription = subscriptionFor(bytes(4, 5, 6));
  subscribe = vi.fn<typeof subscribe>().mockImplementation(async () => {
    currentSubscription = subscriptionFor(bytes(4, 5, 6));
    return currentSubscription as unknown as PushSubscription;
  });
  showNotification = vi.fn<typeof showNotification>().mockResolvedValue();
  openWindow = vi.fn<typeof openWindow>().mockResolvedValue(null);
  [windows, sent] = [[], []];
  return () => vi.unstubAllGlobals();
});

/** Dispatches an event. Resolves when the work for which the event keeps the service worker alive has ended. */
async function dispatch(name: string, fields: object): Promise<void> {
  servePush(worker(), ports());
  const work: Promise<void>[] = [];
  listeners.get(name)!({ ...fields, waitUntil: (promise: Promise<void>) => void work.push(promise) });
  expect(work).toHaveLength(1);
  await Promise.all(work);
}

const message = { user_id: ANNA, id: 'n1', title: 'Neuer Lead für Sie', body: '', lang: 'de', path: '/leads' };
const data = (value: unknown) => ({ json: () => value });

describe('a push message', () => {
  it('a push message is shown to the user it was sent to', async () => {
    await logIn();
    await dispatch('push', { data: data(message) });
    const shown = { body: '', lang: 'de', tag: 'n1', data: { path: '/leads' }, icon: '/icons/192.png' };
    expect(showNotification).toHaveBeenCalledWith('Neuer Lead für Sie', { ...shown, badge: '/icons/mono-512.png' });
    expect(unsubscribe).not.toHaveBeenCalled();
  });

  it.each([
    ['nobody is logged in', null],
    ['someone else is logged in', { id: OTHER }],
  ])('a push message is not shown, and its subscription is ended, if %s', async (_, user) => {
    await save('current_user', user);
    await showMessage(worker(), ports(), data(message));
    expect(showNotification).not.toHaveBeenCalled();
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

  it.each([null, data({ title: 'no path' }), { json: (): unknown => JSON.parse('{') }])(
    'a malformed push message is not shown',
    async (value) => {
      await logIn();
      await showMessage(worker(), ports(), value);
      expect(showNotification).not.toHaveBeenCalled();
    },
  );
});

describe('a tap on a notification', () => {
  it.each([
    ['/tasks/1?from=today', '/tasks/1?from=today'],
    ['https://evil.example/x', '/'],
    ['//evil.example/x', '/'],
    ['\\\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    [undefined, '/'],
    [7, '/'],
  ])('a tap on a notification with the path %s opens %s of this app', (path, opened) => {
    expect(ownPath({ path }, ORIGIN)).toBe(opened);
  });

  it("opens a notification's screen in an open page, but not in one that shows the app as another user", async () => {
    windows = [new FakeWindow('/staff-dashboard/view-as/1/tasks'), new FakeWindow('/lessons')];
    await openScreen(worker(), '/leads');
    expect(windows.map(({ posted }) => posted)).toEqual([[], [{ type: 'open-path', path: '/leads' }]]);
    expect(windows[1]!.focus).toHaveBeenCalledOnce();
    expect(windows[1]!.navigate).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it("navigates an open page to a notification's screen if the page does not confirm in time", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    windows = [Object.assign(new FakeWindow('/login'), { answers: false })];
    const opened = openScreen(worker(), '/leads');
    await vi.advanceTimersByTimeAsync(1_000);
    await opened;
    expect(windows[0]!.navigate).toHaveBeenCalledWith('/leads');
    vi.useRealTimers();
  });

  it('a tap on a notification opens a window if the app is closed, and closes the notification', async () => {
    const close = vi.fn<() => void>();
    await dispatch('notificationclick', { notification: { close, data: { path: '/leads' } } });
    expect(close).toHaveBeenCalledOnce();
    expect(openWindow).toHaveBeenCalledWith('/leads');
  });
});

describe('an ended push subscription', () => {
  it('renews an ended push subscription for the user who turned notifications on', async () => {
    await logIn();
    await save('push_user', ANNA);
    currentSubscription = null;
    await dispatch('pushsubscriptionchange', {});
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BAUG' });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/push/key/',
      'PUT /api/push/subscription/',
    ]);
    expect(sent[1]!.body).toEqual({ endpoint: 'https://fcm.googleapis.com/fcm/send/1', p256dh: '-_8', auth: 'AQID' });
  });

  it('renews a push subscription that was created with a different server key', async () => {
    await logIn();
    await save('push_user', ANNA);
    currentSubscription = subscriptionFor(bytes(9, 9, 9));
    await subscribeAgain(worker(), ports());
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(subscribe).toHaveBeenCalledOnce();
  });

  it.each([
    ['no user', null],
    ['a different user', OTHER],
  ])('a push subscription that belonged to %s is not renewed', async (_, owner) => {
    await logIn();
    await save('push_user', owner);
    await subscribeAgain(worker(), ports());
    expect(sent).toEqual([]);
    expect(subscribe).not.toHaveBeenCalled();
  });
});
