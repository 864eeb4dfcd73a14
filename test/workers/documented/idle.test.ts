import { Dexie } from 'dexie';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';

const CONTACTS = 5000;
/** The interval between the sync cycles of an app in which nothing happens. */
const IDLE_MS = 5 * 60_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs the sync cycles of an hour in which nothing happens, and returns what they cost. */
async function runIdleHour({ api, ports, phone }: ForeignPhone) {
  api.seen.length = 0;
  const changed = new Set<string>();
  const note = (parts: object) => Object.keys(parts).forEach((part) => changed.add(part.split('/')[3] ?? part));
  Dexie.on('storagemutated', note);
  for (let at = 0; at < 12; at += 1) {
    ports.clock.pass(IDLE_MS);
    await phone.runCycle();
  }
  Dexie.on('storagemutated').unsubscribe(note);
  return {
    requests: api.seen.length,
    bytes: api.seen.reduce((sum, { bytes }) => sum + bytes, 0),
    tables: [...changed],
  };
}

test('an idle hour costs at most 60 requests and 200 kB with ETags, and changes no row', async () => {
  const foreign = await makeForeignPhone({ contacts: CONTACTS, etag: true });
  const { requests, bytes, tables } = await runIdleHour(foreign);
  expect(requests).toBeLessThanOrEqual(60);
  expect(bytes).toBeLessThanOrEqual(200_000);
  expect(tables).toEqual(['meta']);
});

test('without ETags, an idle hour costs at most 10 requests per pass and list', async () => {
  const foreign = await makeForeignPhone({ contacts: CONTACTS });
  const { tables } = await runIdleHour(foreign);
  const byPath = Map.groupBy(foreign.api.seen, ({ path }) => path);
  for (const [path, seen] of byPath) expect(seen.length, path).toBeLessThanOrEqual(10 * 12);
  expect(tables).toEqual(['meta']);
});

test('a list that does not change is read after 10 and 20 minutes, and then less often', async () => {
  const foreign = await makeForeignPhone();
  await runIdleHour(foreign);
  expect(foreign.api.calls('/api/contacts/').length).toBe(2);
});

test('the only thing that an idle hour stores is the time of each cycle', async () => {
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put');
  const foreign = await makeForeignPhone();
  putSpy.mockClear();
  await runIdleHour(foreign);
  const stored = putSpy.mock.calls.map(([value], at) => [
    (putSpy.mock.contexts[at] as IDBObjectStore).name,
    (value as { key?: string }).key,
  ]);
  expect(stored).toEqual(Array.from({ length: 12 }, () => ['meta', 'status']));
});
