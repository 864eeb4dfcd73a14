import { PushMessage } from '../contract/push.ts';
import { openDeviceDb } from '../src/db/schema/db.ts';
import { savedDeviceValue } from '../src/db/schema/device.ts';
import { log } from '../src/lib/log.ts';
import type { Ports } from '../src/lib/ports.ts';
import { subscribeWithKey } from '../src/lib/push-subscription.ts';
import { withTimeout } from '../src/lib/with-timeout.ts';
import { fetchPushKey, subscribePush } from '../workers/sync/web-push.ts';
import { isViewPage } from './media.ts';
import { currentUser, withSession } from './session.ts';

/**
 * Maximum time in ms until an open page confirms that it shows a screen. After that, the screen is opened by a
 * navigation.
 */
const OPEN_TIMEOUT_MS = 1_000;

interface OpenPage {
  url: string;
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** The part of the service worker's global scope that is used here. */
interface Worker {
  addEventListener(name: string, run: (event: Event) => void): void;
  location: { origin: string };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(path: string): Promise<unknown>;
  };
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'pushManager'>;
}

type MessageData = { json(): unknown } | null;
type ExtendableLike = Event & { waitUntil(work: Promise<unknown>): void };
type PushLike = ExtendableLike & { data: MessageData };
type ClickLike = ExtendableLike & { notification: Pick<Notification, 'close' | 'data'> };

function messageOf(data: MessageData): PushMessage | null {
  try {
    return PushMessage.parse(data?.json());
  } catch (error) {
    log.warn('a push message could not be read', error);
    return null;
  }
}

/**
 * Shows a push message as a notification. If the message is malformed or for a user who is not logged in on this
 * device, shows nothing and ends the browser's push subscription.
 */
export async function showMessage({ registration }: Worker, ports: Ports, data: MessageData): Promise<void> {
  const message = messageOf(data);
  if (!message || message.user_id !== (await currentUser(ports))) {
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return;
  }
  const { id, title, body, lang, path } = message;
  const icons = { icon: '/icons/192.png', badge: '/icons/mono-512.png' };
  await registration.showNotification(title, { body, lang, tag: id, data: { path }, ...icons });
}

/**
 * Returns the `path` in the data of a notification if it belongs to this app; otherwise the path of the start screen.
 */
export function ownPath(data: unknown, origin: string): string {
  const path = (data as { path?: unknown } | null)?.path;
  if (typeof path !== 'string' || !URL.canParse(path, origin)) return '/';
  const url = new URL(path, origin);
  return url.origin === origin ? url.pathname + url.search : '/';
}

/** Asks an open page to show a screen. Returns whether the page confirmed this in time. */
function askPage(client: OpenPage, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const opened = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
  });
  client.postMessage({ type: 'open-path', path }, [port2]);
  return withTimeout(opened, OPEN_TIMEOUT_MS, () => false);
}

/** Opens a screen in an open page of the app, or in a new window if no page is open. */
export async function openScreen({ clients }: Worker, path: string): Promise<void> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const client = open.find((page) => !isViewPage(page));
  if (!client) return void (await clients.openWindow(path));
  // The browser may refuse to focus the page. The screen is opened in any case.
  await client.focus().catch(() => {});
  // A page of an earlier version does not confirm, so it is navigated to the screen. The browser refuses to navigate a
  // page that this service worker does not control; the screen is then opened in a new window.
  if (!(await askPage(client, path))) await client.navigate(path).catch(() => clients.openWindow(path));
}

/** Renews a push subscription that the browser has ended, if it belonged to the user who is logged in. */
export async function subscribeAgain({ registration }: Worker, ports: Ports): Promise<void> {
  const device = openDeviceDb(ports);
  const owner = await savedDeviceValue(device, 'push_user').finally(() => device.close());
  if (!owner || owner !== (await currentUser(ports))) return;
  await withSession(ports, owner, async (session) => {
    const fetched = await fetchPushKey(session);
    if (fetched.ok) await subscribePush(session, await subscribeWithKey(registration.pushManager, fetched.key));
  });
}

/** Shows push messages, and opens the screen of a notification that is tapped. */
export function servePush(self: Worker, ports: Ports): void {
  self.addEventListener('push', (event) => {
    (event as PushLike).waitUntil(showMessage(self, ports, (event as PushLike).data));
  });
  self.addEventListener('notificationclick', (event) => {
    const { notification } = event as ClickLike;
    notification.close();
    (event as ClickLike).waitUntil(openScreen(self, ownPath(notification.data, self.location.origin)));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableLike).waitUntil(subscribeAgain(self, ports));
  });
}
