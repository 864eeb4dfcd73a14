import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { erasedCall, type Call } from '../contract/api-calls/define.ts';
import { isViewRead } from '../contract/api-calls/view-reads.ts';
import { apiCalls, callNames } from '../contract/api-calls/index.ts';
import { VIEW_PAGE_HEADER, viewAsCalls } from '../contract/api-calls/view-as.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Failure } from '../src/bridge/results.ts';
import type { SearchApi } from '../src/bridge/search-api.ts';
import type { SyncApi } from '../src/bridge/sync-api.ts';
import { openDeviceDb } from '../src/db/schema/db.ts';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { log } from '../src/lib/log.ts';
import type { Ports } from '../src/lib/ports.ts';
import { createSyncApi } from './api.ts';
import { createSearchApi } from './search/search-api.ts';
import { completeLogin } from './sync/account.ts';

/** What a view needs: its token, and the path of the screen that is open. */
export interface ViewAccess {
  token: string;
  page: () => string;
}

/** The data of a view, in the memory of this page. */
export interface InMemoryView {
  ports: Ports;
  sync: SyncApi;
  search: (onChange: () => void) => SearchApi;
  /** Ends the view on the server; also works while the page is being closed. */
  stop: () => void;
}

const pattern = ({ path }: Call): RegExp =>
  new RegExp(`^${path.replaceAll(/[.?]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const reads = callNames
  .map((name) => erasedCall(apiCalls, name))
  .filter(isViewRead)
  .map((call) => ({ method: call.method, path: pattern(call) }));

const isRead = (url: string, { method = 'GET' }: RequestInit): boolean =>
  reads.some((read) => read.method === method && read.path.test(url.split('?')[0] ?? ''));

/** Answers like the server does for a call that changes something. */
const refusal = (): Response =>
  Response.json({ code: 'view_only' satisfies ErrorCode }, { status: 403, headers: { 'X-Sync-Proto': '1' } });

const NO_CHANNEL = { post: () => {}, listen: () => {}, close: () => {} };

/** Returns the page as the server accepts it. */
const safePage = (page: string): string => page.replaceAll(/[^\w\-./]/g, '-').slice(0, 200);

/** Creates the ports of a view: a disk in memory, no caches, and a network that only reads. */
function viewPorts({ page }: ViewAccess): Ports {
  const disk = { indexedDB: new IDBFactory() as unknown as globalThis.IDBFactory, IDBKeyRange };
  const send: Ports['fetch'] = async (url, init) => {
    if (!isRead(url, init)) return refusal();
    const headers = { ...(init.headers as Record<string, string>), [VIEW_PAGE_HEADER]: safePage(page()) };
    // The cookies belong to the viewer.
    return fetch(url, { ...init, headers, credentials: 'omit' });
  };
  return { ...browserPorts(send), ...disk, buckets: undefined, caches: undefined, channel: () => NO_CHANNEL };
}

/** Logs in to a database in memory with the token of a view. */
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
 * Opens a view: an IndexedDB in memory with the profile of the person who is seen, and the sync and search APIs on top
 * of it. All of them run in the page itself. Nothing of it is stored on the device.
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
  const entered = await logIn(ports, access.token);
  if (!entered.ok) {
    stop();
    return entered;
  }
  const sync = createSyncApi(ports);
  // Only a visible page listens for pokes, which a view does not receive.
  await sync.setVisible(false);
  return { ok: true, view: { ports, sync, search: (onChange) => createSearchApi(ports, onChange), stop } };
}
