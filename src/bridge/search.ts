import { wrap } from 'comlink';
import workerUrl from '../../workers/search.worker.ts?worker&url';
import type { Duplicate, DuplicateQuery, FindQuery, FindResult, SearchApi, SearchMessage } from './search-api.ts';
import { scriptUrl } from './trusted-types.ts';

/** A worker that the phone put to sleep or killed never answers: it is started anew. */
const FIND_MS = 5_000;
const DUPLICATES_MS = 10_000;

interface Running {
  user_id: string;
  worker: Worker;
  api: SearchApi;
}

let running: Running | null = null;
const listeners = new Set<() => void>();

function stop(one: Running): void {
  one.worker.terminate();
  if (running === one) running = null;
}

function started(user_id: string): SearchApi {
  if (running?.user_id === user_id) return running.api;
  if (running) stop(running);
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
  const one: Running = { user_id, worker, api: wrap<SearchApi>(worker) as unknown as SearchApi };
  running = one;
  worker.addEventListener('message', ({ data }: MessageEvent<SearchMessage>) => {
    if (data.type === 'closed') stop(one);
    if (data.type === 'changed') for (const listener of listeners) listener();
  });
  worker.addEventListener('error', () => stop(one));
  void one.api.start(user_id).catch(() => stop(one));
  return one.api;
}

async function withTimeout<T>(ask: (api: SearchApi) => Promise<T>, user_id: string, ms: number): Promise<T | null> {
  const api = started(user_id);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      if (running?.api === api) stop(running);
      resolve(null);
    }, ms);
  });
  // A worker that stopped in between rejects nothing and answers nothing; a bug in it is as good as no answer.
  return Promise.race([ask(api).catch(() => null), limit]).finally(() => clearTimeout(timer));
}

/** Search over the contacts of this phone, in a worker of its own that starts at the first call. */
export const search = {
  /** Null when there was no answer in time. */
  find: (user_id: string, find: FindQuery): Promise<FindResult | null> =>
    withTimeout((api) => api.find(find), user_id, FIND_MS),

  /** Contacts that may be the same person; none when there was no answer in time. */
  duplicates: async (user_id: string, ask: DuplicateQuery): Promise<Duplicate[]> =>
    (await withTimeout((api) => api.duplicates(ask), user_id, DUPLICATES_MS)) ?? [],

  /** Looks whether changes were missed, e.g. while the tab slept. */
  recheck: (user_id: string): void =>
    void started(user_id)
      .start(user_id)
      .catch(() => {}),

  /** Calls back when contacts changed. Gives the function that ends it. */
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
