import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { untypedCall, type Call } from '../contract/api-calls/define.ts';
import { isViewRead } from '../contract/api-calls/view-reads.ts';
import { apiCalls, callNames } from '../contract/api-calls/index.ts';
import { VIEW_PAGE_HEADER, viewAsCalls } from '../contract/api-calls/view-as.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Failure } from '../src/bridge/results.ts';
import type { SearchApi } from '../src/bridge/search-api.ts';
import type { SyncApi } from '../src/bridge/sync-api.ts';
import { openDeviceDb } from '../src/db/schema/db.ts';
import { createBrowserPorts } from '../src/lib/browser-ports.ts';
import { log } from '../src/lib/log.ts';
import type { Ports } from '../src/lib/ports.ts';
import { createSyncApi } from './api.ts';
import { createSearchApi } from './search/search-api.ts';
import { completeLogin } from './sync/account.ts';

/**
 * Access to a view: a session in which a manager or an admin sees the app as another user. Consists of the view's token
 * and a function that returns the path of the open screen.
 */
export interface ViewAccess {
  token: string;
  page: () => string;
}

/** The app as the viewed user sees it: its ports and APIs. Its data is kept in the memory of this page. */
export interface InMemoryView {
  ports: Ports;
  sync: SyncApi;
  search: (onChange: () => void) => SearchApi;
  /** Ends the view on the server; also works while the page is being closed. */
  stop: () => void;
}

const pathPattern = ({ path }: Call): RegExp =>
  new RegExp(`^${path.replaceAll(/[.?]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const viewCalls = callNames
  .map((name) => untypedCall(apiCalls, name))
  .filter(isViewRead)
  .map((call) => ({ method: call.method, path: pathPattern(call) }));

const isViewCall = (url: string, { method = 'GET' }: RequestInit): boolean =>
  viewCalls.some((call) => call.method === method && call.path.test(url.split('?')[0] ?? ''));

/** Returns the response of the server to a call for which a view token is not valid. */
const refusal = (): Response =>
  Response.json({ code: 'view_only' satisfies ErrorCode }, { status: 403, headers: { 'X-Sync-Proto': '1' } });

const NO_CHANNEL = { post: () => {}, listen: () => {}, close: () => {} };

/** Returns a path in the form that the server accepts in the header X-View-Page. */
const safePage = (page: string): string => page.replaceAll(/[^\w\-./]/g, '-').slice(0, 200);

/** Creates the ports of a view: databases in memory, no caches, and a `fetch` that refuses calls which change data. */
function viewPorts({ page }: ViewAccess): Ports {
  const disk = { indexedDB: new IDBFactory() as unknown as globalThis.IDBFactory, IDBKeyRange };
  const send: Ports['fetch'] = async (url, init) => {
    if (!isViewCall(url, init)) return refusal();
    const headers = { ...(init.headers as Record<string, string>), [VIEW_PAGE_HEADER]: safePage(page()) };
    // The browser's cookies belong to the viewer, not to the user whose data is shown.
    return fetch(url, { ...init, headers, credentials: 'omit' });
  };
  return { ...createBrowserPorts(send), ...disk, buckets: undefined, caches: undefined, channel: () => NO_CHANNEL };
}

/** Logs in with the token of a view. The login is stored only in the in-memory databases of `ports`. */
async function logIn(ports: Ports, token: string): Promise<{ ok: true } | Failure> {
  const device = openDeviceDb(ports);
  const now = ports.clock.now();
  const times = { sent_at: now, received_at: now };
  try {
    return await completeLogin(ports, device, null, async () => ({
      kind: 'reply',
      status: 200,
      body: { token },
      ...times,
    }));
  } finally {
    device.close();
  }
}

/**
 * Opens a view. The profile and data of the viewed user are kept in an in-memory IndexedDB; the sync and search APIs on
 * top of it run in the page itself. Nothing is stored on the device.
 */
export async function openInMemoryView(access: ViewAccess): Promise<{ ok: true; view: InMemoryView } | Failure> {
  const ports = viewPorts(access);
  const stop = (): void => {
    const { path, method } = viewAsCalls['view_as.stop'];
    const headers = { Authorization: `Bearer ${access.token}` };
    fetch(path, { method, headers, keepalive: true, credentials: 'omit' }).catch((error: unknown) =>
      log.warn('the end of a view was not reported', error),
    );
  };
  const login = await logIn(ports, access.token);
  if (!login.ok) {
    stop();
    return login;
  }
  const sync = createSyncApi(ports);
  // A view token may not be used for the event stream, which is open only while a page is visible.
  await sync.setVisible(false);
  return { ok: true, view: { ports, sync, search: (onChange) => createSearchApi(ports, onChange), stop } };
}
