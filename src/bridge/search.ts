import { wrap } from 'comlink';
import workerUrl from '../../workers/search.worker.ts?worker&url';
import type {
  ContactQuery,
  Duplicate,
  DuplicateQuery,
  FindQuery,
  FindResult,
  Initial,
  SearchApi,
  SearchMessage,
  TextQuery,
  TextResult,
} from './search-api.ts';
import { startWorker } from './start-worker.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/**
 * Limits in ms. A worker that was suspended or killed never responds, so it is terminated after this time and
 * restarted.
 */
const FIND_TIMEOUT_MS = 5_000;
const DUPLICATES_TIMEOUT_MS = 10_000;

interface RunningSearch {
  user_id: string;
  worker: Worker;
  api: SearchApi;
}

let running: RunningSearch | null = null;
/** Set while this page searches by itself instead of in the worker. */
let inPage: SearchApi | null = null;
const listeners = new Set<() => void>();

function stop(search: RunningSearch): void {
  search.worker.terminate();
  if (running === search) running = null;
}

function started(user_id: string): SearchApi {
  if (inPage) return inPage;
  if (running?.user_id === user_id) return running.api;
  if (running) stop(running);
  const worker = startWorker(workerUrl);
  const search: RunningSearch = { user_id, worker, api: wrap<SearchApi>(worker) as unknown as SearchApi };
  running = search;
  worker.addEventListener('message', ({ data }: MessageEvent<SearchMessage>) => {
    if (data.type === 'closed') stop(search);
    if (data.type === 'changed') for (const listener of listeners) listener();
  });
  worker.addEventListener('error', () => stop(search));
  void search.api.start(user_id).catch(() => stop(search));
  return search.api;
}

function limited<T>(request: (api: SearchApi) => Promise<T>, user_id: string, ms: number): Promise<T | null> {
  const api = started(user_id);
  // Calls to a terminated worker never settle, and a call that fails because of a bug is treated like a call without a
  // response.
  const answer = request(api).catch(() => null);
  return withTimeout(answer, ms, () => {
    if (running?.api === api) stop(running);
    return null;
  });
}

/** Searches in this page until the returned function is called. `open` gets a function to call after each change. */
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

/** Searches the data on this device in a separate worker, which starts with the first call. */
export const search = {
  /** Resolves to null if there was no response in time. */
  find: (user_id: string, find: FindQuery): Promise<FindResult | null> =>
    limited((api) => api.find(find), user_id, FIND_TIMEOUT_MS),

  /** Returns the initials of the contacts in a list sorted by name; null if there was no response in time. */
  initials: (user_id: string, query: ContactQuery): Promise<Initial[] | null> =>
    limited((api) => api.initials(query), user_id, FIND_TIMEOUT_MS),

  /** Searches everything except contacts; resolves to null if there was no response in time. */
  findText: (user_id: string, query: TextQuery): Promise<TextResult | null> =>
    limited((api) => api.findText(query), user_id, FIND_TIMEOUT_MS),

  /** Returns contacts that may be the same person; none if there was no response in time. */
  duplicates: async (user_id: string, query: DuplicateQuery): Promise<Duplicate[]> =>
    (await limited((api) => api.duplicates(query), user_id, DUPLICATES_TIMEOUT_MS)) ?? [],

  /** Checks for missed changes, e.g. after the tab was suspended. */
  recheck: (user_id: string): void =>
    void started(user_id)
      .start(user_id)
      .catch(() => {}),

  /** Subscribes to changes of the searched rows; returns the unsubscribe function. */
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
