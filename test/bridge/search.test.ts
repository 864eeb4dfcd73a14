import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FindQuery, FindResult } from '../../src/bridge/search-api.ts';
import { search } from '../../src/bridge/search.ts';

const mocks = vi.hoisted(() => ({
  start: vi.fn<() => Promise<void>>(),
  find: vi.fn<() => Promise<unknown>>(),
  terminate: vi.fn<() => void>(),
  onError: vi.fn<() => void>(),
}));

vi.mock('../../workers/search.worker.ts?worker&url', () => ({ default: '/search.js' }));
vi.mock('comlink', () => ({ wrap: () => ({ start: mocks.start, find: mocks.find }) }));
vi.mock('../../src/bridge/start-worker.ts', () => ({
  startWorker: () => ({
    terminate: mocks.terminate,
    addEventListener: (type: string, listener: () => void) => {
      if (type === 'error') mocks.onError.mockImplementation(listener);
    },
  }),
}));

const { start, find, terminate, onError } = mocks;
const query: FindQuery = { text: 'a', category: null, status: null, owner: 'all', sort: 'name', offset: 0, limit: 1 };
const emptyResult: FindResult = { ids: [], total: 0, total_all: 0, is_complete: true };
const neverSettle = (): Promise<never> => new Promise(() => {});

let users = 0;

/** Starts a search for a user who has no worker yet. Returns its result, which is undefined while it is pending. */
function startSearch(): { result: FindResult | null | undefined } {
  const outcome: { result: FindResult | null | undefined } = { result: undefined };
  void search.find(`user-${++users}`, query).then((result) => (outcome.result = result));
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  start.mockImplementation(async () => {});
  find.mockImplementation(async () => emptyResult);
});

afterEach(() => {
  onError();
  vi.useRealTimers();
  vi.resetAllMocks();
});

it('a search waits for a worker that starts slowly', async () => {
  start.mockImplementation(() => new Promise((resolve) => void setTimeout(resolve, 59_000)));
  const search = startSearch();
  await vi.advanceTimersByTimeAsync(58_999);
  expect(search.result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(search.result).toEqual(emptyResult);
});

it('a search ends without a result if the worker has not started after a minute', async () => {
  start.mockImplementation(neverSettle);
  const search = startSearch();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(search.result).toBeNull();
  expect(terminate).toHaveBeenCalledTimes(1);
  expect(find).not.toHaveBeenCalled();
});

it('a search ends without a result if a started worker does not respond for 5 seconds', async () => {
  find.mockImplementation(neverSettle);
  const search = startSearch();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(search.result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(search.result).toBeNull();
  expect(terminate).toHaveBeenCalledTimes(1);
});

it.each([
  ['start fails', () => start.mockRejectedValue(new Error('no database'))],
  ['script fails to load', () => void (start.mockImplementation(neverSettle), setTimeout(onError))],
])('a search ends without a result immediately if the worker’s %s', async (_, arrange) => {
  arrange();
  const search = startSearch();
  await vi.advanceTimersByTimeAsync(0);
  expect(search.result).toBeNull();
});
