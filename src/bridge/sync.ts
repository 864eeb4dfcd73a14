import { wrap } from 'comlink';
import workerUrl from '../../workers/sync.worker.ts?worker&url';
import type { AccountAction, AccountActions } from './account-api.ts';
import { sendWhenOnline } from './background-sync.ts';
import type { SyncApi } from './sync-api.ts';
import type { LogoutResult } from '../lib/logout.ts';
import { startWorker } from './start-worker.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/**
 * Calls to a terminated worker never settle, so each call has a time limit. It leaves enough time for a login, which
 * may take two slow requests.
 */
const TIMEOUT_MS = 60_000;

/**
 * Time limit for a file, sufficient for a complete book at 8 kB/s. The worker has its own timeout for stalled
 * downloads.
 */
const FILE_TIMEOUT_MS = 3 * 3_600_000;

/** Maximum time in ms for which the start of view mode waits for a sync cycle in progress. */
const STOP_TIMEOUT_MS = 3_000;

/** Delay in ms before the worker is started again if the browser could not load it. */
const RESTART_DELAY_MS = 5_000;

let worker: SyncApi | null = null;
let thread: Worker | null = null;
/** Functions that settle the calls in progress in the same way as their time limits do. */
const openCalls = new Set<() => void>();
/** The user whose sync runs; null if sync was not started. */
let syncedUser: string | null = null;
let isListening = false;

/** Forwards page events to the API that this page uses. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('visibilitychange', () => {
    const isVisible = document.visibilityState === 'visible';
    void worker?.setVisible(isVisible);
    // A background sync can send waiting writes even after every tab is closed.
    if (worker && !isVisible) void sendWhenOnline();
  });
  addEventListener('online', () => void worker?.onOnline());
  addEventListener('offline', () => void worker?.onOffline());
}

/** Sets the API that this page uses and forwards page events to it. */
function adopt(api: SyncApi): SyncApi {
  worker = api;
  listen();
  return api;
}

/** The API that this page uses instead of its own, if any. */
let replacement: SyncApi | null = null;

/**
 * Stops sync and downloads of this page, and uses another API until the returned function is called. The next call
 * after that starts a new worker.
 */
export async function replaceSync(api: SyncApi): Promise<() => void> {
  const own = worker;
  worker = null;
  replacement = api;
  if (own) await withTimeLimit(own.stop(), undefined, STOP_TIMEOUT_MS);
  thread?.terminate();
  return () => {
    replacement = null;
    // If sync ran in the page, it is used again. If it ran in a worker, that worker was terminated, and the next call
    // starts a new one.
    if (!thread) worker = own;
    thread = null;
  };
}

/** Runs sync in this page instead of a worker, for browsers without storage. */
export function adoptInPageSync(api: SyncApi): void {
  adopt(api);
}

function ensureStarted(): SyncApi {
  if (replacement) return replacement;
  if (worker) return worker;
  thread = startWorker(workerUrl);
  restartIfNotLoaded(thread);
  return adopt(wrap<SyncApi>(thread) as unknown as SyncApi);
}

/**
 * Gives up a worker that the browser cannot load, for example because the network was lost before the app was stored
 * for offline use. Its open calls settle at once. Another worker is started by the next call, or after a delay, when
 * the sync restarts.
 */
function restartIfNotLoaded(own: Worker): void {
  own.addEventListener('error', (event) => {
    // An error thrown by code in the worker arrives as an ErrorEvent, and the worker keeps running. Only a failed load
    // arrives as a plain event.
    if (event instanceof ErrorEvent || thread !== own) return;
    own.terminate();
    [thread, worker] = [null, null];
    for (const settle of openCalls) settle();
    setTimeout(() => {
      if (!worker && !replacement && syncedUser) void sync.start(syncedUser);
    }, RESTART_DELAY_MS);
  });
}

/** Terminates the worker. Called when the page is about to reload. */
export const stopSync = (): void => thread?.terminate();

function withTimeLimit<T>(promise: Promise<T>, fallback: T, ms = TIMEOUT_MS): Promise<T> {
  const settled = Promise.withResolvers<T>();
  const settle = (): void => settled.resolve(fallback);
  openCalls.add(settle);
  return withTimeout(Promise.race([promise, settled.promise]), ms, () => fallback).finally(() =>
    openCalls.delete(settle),
  );
}

const noAnswer = { ok: false, why: 'no_answer' } as const;

/** The page's only access to the network: the API of the sync worker, which the first call starts. */
export const sync: SyncApi = {
  login: (credentials) => withTimeLimit(ensureStarted().login(credentials), noAnswer),
  account: ((verb: AccountAction, ...args: Parameters<AccountActions[AccountAction]>) =>
    withTimeLimit<unknown>(
      ensureStarted().account(verb, ...args),
      noAnswer,
      verb === 'checkImport' || verb === 'startImport' ? FILE_TIMEOUT_MS : TIMEOUT_MS,
    )) as SyncApi['account'],
  start: (user_id) => {
    syncedUser = user_id;
    return withTimeLimit(ensureStarted().start(user_id), undefined);
  },
  stop: () => {
    syncedUser = null;
    return withTimeLimit(ensureStarted().stop(), undefined);
  },
  syncNow: () => withTimeLimit(ensureStarted().syncNow(), noAnswer),
  setVisible: (is_visible) => withTimeLimit(ensureStarted().setVisible(is_visible), undefined),
  onOnline: () => withTimeLimit(ensureStarted().onOnline(), undefined),
  reportLogout: () => withTimeLimit(ensureStarted().reportLogout(), undefined),
  onOffline: () => withTimeLimit(ensureStarted().onOffline(), undefined),
  fetchPage: (key) => withTimeLimit(ensureStarted().fetchPage(key), noAnswer),
  fetchBlob: (sha256) => withTimeLimit(ensureStarted().fetchBlob(sha256), noAnswer),
  download: () => withTimeLimit(ensureStarted().download(), undefined),
  availableSpace: (bytes) => withTimeLimit(ensureStarted().availableSpace(bytes), bytes),
  book: (verb, id) =>
    withTimeLimit(ensureStarted().book(verb, id), noAnswer, verb === 'fetch' ? FILE_TIMEOUT_MS : TIMEOUT_MS),
  refetch: (group) => withTimeLimit(ensureStarted().refetch(group), noAnswer),
  revokeDevice: (id) => withTimeLimit(ensureStarted().revokeDevice(id), noAnswer),
  logout: async (mode) => {
    const result = await withTimeLimit<LogoutResult>(ensureStarted().logout(mode), { ok: false, why: 'failed' });
    if (result.ok) syncedUser = null;
    // If there is no network, the background sync reports the logout, even after every tab is closed.
    if (result.ok) void sendWhenOnline();
    return result;
  },
};
