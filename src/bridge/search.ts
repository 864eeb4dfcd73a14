import { wrap } from 'comlink';
import workerUrl from '../../workers/search.worker.ts?worker&url';
import type {
  ContactQuery,
  Duplicate,
  DuplicateQuery,
  FindQuery,
  FindResult,
  InitialLetter,
  SearchApi,
  SearchMessage,
  TextQuery,
  TextResult,
} from './search-api.ts';
import { startWorker } from './start-worker.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/**
 * Timeouts in ms. A worker that was suspended or killed never responds, so it is terminated after this time and
 * restarted. The timeout of a call begins when the worker has started, which can take long on a slow device during the
 * first sync.
 */
const START_TIMEOUT_MS = 60_000;
const FIND_TIMEOUT_MS = 5_000;
const DUPLICATES_TIMEOUT_MS = 10_000;

interface RunningSearch {
  user_id: string;
  worker: Worker;
  api: SearchApi;
  /** Resolves to whether the worker has started. */
  isStarted: Promise<boolean>;
  /** Makes `isStarted` resolve to false if it is still pending. */
  fail: () => void;
}

let running: RunningSearch | null = null;
/** Set while this page searches by itself instead of in the worker. */
let inPage: SearchApi | null = null;
const listeners = new Set<() => void>();

function stop(search: RunningSearch): void {
  search.worker.terminate();
  search.fail();
  if (running === search) running = null;
}

function ensureStarted(user_id: string): Pick<RunningSearch, 'api' | 'isStarted'> {
  if (inPage) return { api: inPage, isStarted: Promise.resolve(true) };
  if (running?.user_id === user_id) return running;
  if (running) stop(running);
  const worker = startWorker(workerUrl);
  const api = wrap<SearchApi>(worker) as unknown as SearchApi;
  const { promise: isStarted, resolve } = Promise.withResolvers<boolean>();
  const search: RunningSearch = { user_id, worker, api, isStarted, fail: () => resolve(false) };
  running = search;
  worker.addEventListener('message', ({ data }: MessageEvent<SearchMessage>) => {
    if (data.type === 'closed') stop(search);
    if (data.type === 'changed') for (const listener of listeners) listener();
  });
  worker.addEventListener('error', () => stop(search));
  api.start(user_id).then(
    () => resolve(true),
    () => stop(search),
  );
  return search;
}

async function withTimeLimit<T>(
  request: (api: SearchApi) => Promise<T>,
  user_id: string,
  ms: number,
): Promise<T | null> {
  const { api, isStarted } = ensureStarted(user_id);
  const giveUp = (): null => {
    if (running?.api === api) stop(running);
    return null;
  };
  if (!(await withTimeout(isStarted, START_TIMEOUT_MS, giveUp))) return null;
  // Calls to a terminated worker never settle. A call that fails because of a bug is treated like a call without a
  // response.
  return withTimeout(
    request(api).catch(() => null),
    ms,
    giveUp,
  );
}

/**
 * Searches in this page instead of the worker until the returned function is called. `open` creates the search and gets
 * a function that it calls after each change.
 */
export function replaceSearch(user_id: string, open: (onChange: () => void) => SearchApi): () => void {
  if (running) stop(running);
  inPage = open(() => {
    for (const listener of listeners) listener();
  });
  void inPage.start(user_id).catch(() => {});
  return () => {
    inPage = null;
  };
}

/** Searches the data on this device in a separate worker, which the first call starts. */
export const search = {
  /** Resolves to null if there was no response in time. */
  find: (user_id: string, find: FindQuery): Promise<FindResult | null> =>
    withTimeLimit((api) => api.find(find), user_id, FIND_TIMEOUT_MS),

  /** Returns the initials of the contacts in a list sorted by name; null if there was no response in time. */
  initials: (user_id: string, query: ContactQuery): Promise<InitialLetter[] | null> =>
    withTimeLimit((api) => api.initials(query), user_id, FIND_TIMEOUT_MS),

  /** Searches everything except contacts; resolves to null if there was no response in time. */
  findText: (user_id: string, query: TextQuery): Promise<TextResult | null> =>
    withTimeLimit((api) => api.findText(query), user_id, FIND_TIMEOUT_MS),

  /** Returns contacts that may be the same person; an empty list if there was no response in time. */
  duplicates: async (user_id: string, query: DuplicateQuery): Promise<Duplicate[]> =>
    (await withTimeLimit((api) => api.duplicates(query), user_id, DUPLICATES_TIMEOUT_MS)) ?? [],

  /** Starts the search, so that the first call responds at once. */
  prepare: (user_id: string): void => void ensureStarted(user_id),

  /** Checks for missed changes, e.g. after the tab was suspended. */
  recheck: (user_id: string): void =>
    void ensureStarted(user_id)
      .api.start(user_id)
      .catch(() => {}),

  /** Subscribes to changes of the searched rows; returns the unsubscribe function. */
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
