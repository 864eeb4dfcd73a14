import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addNews } from '../helpers/news.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  server = await openSyncServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  anna = await server.person();
  boris = await server.person({ language: 'ru' });
});

const HOUR = 3_600_000;
const add = (fields = {}) => addNews(server.plain, fields);
const read = (id: string) => server.op({ kind: 'news.read', id, args: { at: server.iso() } });
const get = (person: Person, path: string) => server.call<Record<string, unknown>>(person, 'GET', path);

interface ListedItem {
  results: { id: string; read: boolean; image: string | null; body?: string }[];
  count: number;
  total_count: number;
}

const list = async (person: Person, query = '') =>
  (await get(person, `/api/news/list${query}`)).body as never as ListedItem;

describe('reading news', () => {
  it('marks a news item as read once per reader', async () => {
    const id = await add();
    const first = await server.send(anna, read(id));
    expect(first).toMatchObject({ status: 200, row: { id } });
    server.pass(HOUR);
    expect(await server.send(anna, read(id))).toMatchObject({ status: 200, rev: first.rev, row: first.row });
    expect((await get(anna, `/api/news/view/${id}`)).body).toMatchObject({ id, read: true, image: null });
    expect((await get(boris, `/api/news/view/${id}`)).body).toMatchObject({ id, read: false });
  });

  it("syncs a read mark to the reader's other devices and leaves the shared row unchanged", async () => {
    const id = await add();
    const { cursors } = await server.changes(anna);
    await server.send(anna, read(id));
    const { changes } = await server.changes(anna, cursors as never);
    expect(changes.map(({ c, id: of }) => [c, of])).toEqual([['news_reads', id]]);
    const borisChanges = (await server.changes(boris)).changes;
    expect(borisChanges.filter(({ c }) => c === 'news_reads')).toEqual([]);
    const { rows } = (await server.snapshot(boris, { group: 'p2', limit: 1000 })).body;
    expect(Object.keys(rows.find(({ id: of }) => of === id)?.row as object)).not.toContain('read');
  });

  it('accepts a read mark for a deleted news item, and rejects one for an unknown item', async () => {
    const id = await add({ deleted_at: server.iso() });
    expect(await server.send(anna, read(id))).toMatchObject({ status: 200 });
    expect(await server.send(anna, read(uuidv7()))).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('news calls', () => {
  it('lists only important news items, unread first, without their texts', async () => {
    const old = await add({ is_important: true, published_at: server.iso(-9 * HOUR) });
    const newItem = await add({ is_important: true, published_at: server.iso(-HOUR) });
    const plain = await add();
    await server.send(anna, read(newItem));
    const { body } = await get(anna, '/api/news/important/');
    const ids = (body as never as ListedItem['results']).map(({ id }) => id);
    expect(ids.indexOf(old)).toBeLessThan(ids.indexOf(newItem));
    expect(ids).not.toContain(plain);
    expect((body as never as ListedItem['results'])[0]).not.toHaveProperty('body');
  });

  it('returns the news page by page, newest first, filtered by language and search text', async () => {
    const scope = await openSyncServer({ scope: 'news list' });
    const olga = await scope.person();
    for (const [index, language] of (['en', 'ru', 'en'] as const).entries())
      await addNews(scope.plain, { language, title: `Number ${index}`, published_at: scope.iso((index - 5) * HOUR) });
    const page = (await scope.call(olga, 'GET', '/api/news/list?language=en&page_size=1')).body;
    expect(page).toMatchObject({ count: 2, total_count: 3, next: 2, results: [{ title: 'Number 2' }] });
    const found = (await scope.call(olga, 'GET', '/api/news/list?search=ber%201')).body;
    expect(found).toMatchObject({ count: 1, results: [{ title: 'Number 1', language: 'ru' }] });
  });

  it('omits unpublished news', async () => {
    const id = await add({ published_at: server.iso(HOUR) });
    expect((await list(anna, '?page_size=100')).results.map((item) => item.id)).not.toContain(id);
    expect((await get(anna, `/api/news/view/${id}`)).status).toBe(404);
    server.pass(2 * HOUR);
    expect((await get(anna, `/api/news/view/${id}`)).status).toBe(200);
  });

  it('rejects an invalid or unknown news id and an unknown filter', async () => {
    expect((await get(anna, '/api/news/view/1')).status).toBe(400);
    expect((await get(anna, `/api/news/view/${uuidv7()}`)).status).toBe(404);
    expect((await get(anna, '/api/news/list?language=fr')).status).toBe(400);
    expect((await get(anna, '/api/news/list?colour=red')).status).toBe(400);
  });
});
