import { gunzipSync } from 'node:zlib';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotReply } from '../../contract/sync.ts';
import { MIN_COMPRESSED_LENGTH } from '../../server/http/plugins/compression.ts';
import { MAX_PAGE_AGE_MS, SnapshotCache } from '../../server/sync/snapshot-cache.ts';
import type { Caller } from '../../server/handlers.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person();
  await server.push(
    anna,
    Array.from({ length: 9 }, (_, index) => server.comment(`comment ${index}`)),
  );
});
afterAll(() => server.close());

/** Requests a page as a browser does. */
async function get(person: Person, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const search = new URLSearchParams({ group: 'p2', limit: '4', ...query }).toString();
  const {
    statusCode,
    headers: sent,
    rawPayload,
  } = await server.plain.app.inject({
    url: `/api/sync/snapshot?${search}`,
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-device-id': person.device_id,
      'accept-encoding': 'gzip, deflate, br',
      ...headers,
    },
  });
  const isGzip = sent['content-encoding'] === 'gzip';
  const body = () => JSON.parse((isGzip ? gunzipSync(rawPayload) : rawPayload).toString()) as SnapshotReply;
  return { status: statusCode, headers: sent, etag: String(sent.etag), bytes: rawPayload, isGzip, body };
}

const write = () => server.push(anna, [server.comment('one more')]);

describe('pages of a snapshot', () => {
  it('compresses snapshot pages only for clients that accept gzip; the content is the same for all', async () => {
    const compressed = await get(anna);
    const plain = await get(anna, {}, { 'accept-encoding': 'identity' });
    const withoutGzip = await get(anna, {}, { 'accept-encoding': 'gzip;q=0, identity' });
    expect([compressed.isGzip, plain.isGzip, withoutGzip.isGzip]).toEqual([true, false, false]);
    expect(compressed.body().rows).toEqual(plain.body().rows);
    expect(compressed.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 2);
    expect(compressed.headers['x-sync-proto']).toBe('1');
    expect(compressed.headers['content-length']).toBe(String(compressed.bytes.byteLength));
  });

  it('sends the same bytes of a snapshot page until something is written in the organisation', async () => {
    const first = await get(anna);
    const second = await get(anna, { limit: '4', page: first.body().next! });
    server.pass(1_000);
    expect((await get(anna)).bytes).toEqual(first.bytes);
    expect((await get(anna, { page: first.body().next! })).bytes).toEqual(second.bytes);
    await write();
    const later = await get(anna, { page: first.body().next! });
    expect(later.etag).not.toBe(second.etag);
    expect((await get(anna)).body().as_of).toBe(first.body().as_of + 1);
  });

  it('responds with 304 to a request for a snapshot page with its current ETag', async () => {
    const { etag } = await get(anna);
    const again = await get(anna, {}, { 'if-none-match': etag });
    expect([again.status, again.bytes.byteLength]).toEqual([304, 0]);
    expect((await get(anna, {}, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('does not share a snapshot page between users who request the same page', async () => {
    const boris = await server.person();
    await server.push(boris, [server.comment('by Boris')]);
    const first = await get(anna, { group: 'p0', limit: '1' });
    expect(first.body().rows.map(({ id }) => id)).toEqual([anna.id]);
    const other = await get(boris, { group: 'p0', limit: '1' });
    expect(other.body().rows.map(({ id }) => id)).toEqual([boris.id]);
  });

  it('does not cache the last page of a snapshot, because it lists the writes of the device', async () => {
    const last = await get(anna, { limit: '1000', device_id: anna.device_id });
    expect(last.body().next).toBeNull();
    expect(last.headers.etag).toBeUndefined();
    expect(last.body().acked.length).toBeGreaterThan(0);
    const device_id = uuidv7();
    const other = await get({ ...anna, device_id }, { limit: '1000', device_id });
    expect(other.body().acked).toEqual([]);
  });

  it('refuses cached snapshot pages to a logged-out device and for an ended epoch', async () => {
    const stolenPhone = { ...anna, device_id: uuidv7() };
    await server.push(stolenPhone, [server.comment('from the stolen phone')]);
    expect((await get(stolenPhone)).status).toBe(200);
    const revocation = { revoked_at: server.iso() };
    await server.deps.db
      .updateTable('sync_devices')
      .set(revocation)
      .where('device_id', '=', stolenPhone.device_id)
      .execute();
    expect((await get(stolenPhone)).status).toBe(403);
    const replyToOtherDevice = await get({ ...anna }, { device_id: stolenPhone.device_id });
    expect(replyToOtherDevice.status).toBe(403);
    expect((await get(anna, { epoch: 'ended' })).body()).toMatchObject({ code: 'epoch_changed' });
  });
});

it('compresses only those responses of the API that are at least as large as a network packet', async () => {
  const { app, user } = server.plain;
  const { token } = await user.call(server.plain);
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const at = async (url: string) => (await app.inject({ url, headers })).headers['content-encoding'];
  expect(await at('/api/configs/get_all_configs/')).toBeUndefined();
  expect(await at('/api/openapi.json')).toBe('gzip');
  expect(MIN_COMPRESSED_LENGTH).toBe(1_400);
});

describe('the cache of snapshot pages', () => {
  const counter = { rev: 7, horizon: 0, epoch: 'a' };
  const seen = { counter, device_id: 'phone', device: null };
  const base = { scope: 's', user_id: 'anna', principal: 'consultant', is_subscribed: true, seen } as Caller;
  const query = { group: 'p1', limit: 500 } as const;
  const open = (max_bytes?: number) => {
    let now = 0;
    const cache = new SnapshotCache(() => new Date(now), max_bytes);
    return { cache, pass: (ms: number) => void (now += ms) };
  };

  it('keeps a page for one user, one state of the account and one state of the counter', () => {
    const { cache } = open();
    cache.set(base, query, Buffer.from('page'));
    expect(cache.get(base, query)?.data.toString()).toBe('page');
    expect(cache.get(base, { ...query, device_id: 'phone', epoch: 'a' })).toBeDefined();
    const others: Caller[] = [
      { ...base, scope: 't' },
      { ...base, user_id: 'boris' },
      { ...base, principal: 'manager' },
      { ...base, is_subscribed: false },
      { ...base, view: { id: 'view', viewer_id: 'mary' } },
      { ...base, seen: { ...seen, counter: { ...counter, rev: 8 } } },
      { ...base, seen: { ...seen, counter: { ...counter, horizon: 1 } } },
      { ...base, seen: { ...seen, counter: { ...counter, epoch: 'b' } } },
    ];
    for (const other of others) expect(cache.get(other, query)).toBeUndefined();
    const queries = [{ group: 'p2' as const }, { limit: 499 }, { page: 'x' }, { device_id: 'other' }, { epoch: 'b' }];
    for (const other of queries) expect(cache.get(base, { ...query, ...other })).toBeUndefined();
  });

  it('also sends a cached page to a device that asks for pages with more rows', () => {
    const { cache } = open();
    cache.set(base, query, Buffer.from('page'));
    expect(cache.get(base, { ...query, limit: 1000 })?.data.toString()).toBe('page');
  });

  it('keeps nothing for someone who views the app as the user, and nothing if the counter is unknown', () => {
    const { cache } = open();
    const { seen: _, ...unknown } = base;
    expect(
      cache.set({ ...base, view: { id: 'view', viewer_id: 'mary' } }, query, Buffer.from('masked')),
    ).toBeUndefined();
    expect(cache.set(unknown, query, Buffer.from('page'))).toBeUndefined();
    expect(cache.get(base, query)).toBeUndefined();
  });

  it('reads a page again after five minutes, because some values depend on the time', () => {
    const { cache, pass } = open();
    cache.set(base, query, Buffer.from('page'));
    pass(5 * 60_000 - 1);
    expect(cache.get(base, query)).toBeDefined();
    pass(1);
    expect(cache.get(base, query)).toBeUndefined();
    expect(MAX_PAGE_AGE_MS).toBe(5 * 60_000);
  });

  it('takes at most 64 MB, and drops the pages that were not used for longest', () => {
    const { cache } = open();
    const quarter = Buffer.alloc(16 * 1024 * 1024 - 2_000);
    const at = (n: number) => ({ ...query, page: String(n) });
    for (let n = 0; n < 4; n += 1) cache.set(base, at(n), quarter);
    expect(cache.get(base, at(0))).toBeDefined();
    cache.set(base, at(4), quarter);
    expect([0, 1, 2, 3, 4].map((n) => cache.get(base, at(n)) !== undefined)).toEqual([true, false, true, true, true]);
  });
});
