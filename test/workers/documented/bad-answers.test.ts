import { afterEach, expect, test, vi } from 'vitest';
import { savedSyncStatus } from '../../../src/db/queries/status.ts';
import { iso } from '../../../src/lib/ports.ts';
import { htmlResponse } from '../../helpers/fake-server.ts';
import { ListReader } from '../../../workers/sync/documented/changes.ts';
import { newId, START } from '../../helpers/phone.ts';
import { makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';

const CONTACTS = '/api/contacts/';
const COMMENTS = '/api/navigator/comments/';

afterEach(() => {
  vi.restoreAllMocks();
});

const write = ({ phone }: ForeignPhone, text: string) =>
  phone.store.write({ kind: 'comment.add', id: newId(), args: { lesson: null, parent: null, text, at: iso(START) } });

/** Returns all rows that the phone mirrors. */
async function mirrored({ phone }: ForeignPhone) {
  const { contacts, comments, lessons, news, events, books, categories } = phone.db;
  return Promise.all([contacts, comments, lessons, news, events, books, categories].map((table) => table.toArray()));
}

const redirect = () => Response.redirect('https://login.test/', 302);

test.each<[string, () => Response]>([
  ['a page instead of JSON', () => htmlResponse(200)],
  ['truncated JSON', () => new Response('[{"id": 1, "first_na', { headers: { 'Content-Type': 'application/json' } })],
  ['a success with an error', () => Response.json({ error: 'Something went wrong' })],
  ['a success without success', () => Response.json({ success: false, data: [] })],
  ['an object without a list', () => Response.json({ hello: 'world' })],
  ['a redirect to a login page', redirect],
  ['a server error', () => Response.json({ detail: 'Server error' }, { status: 500 })],
  ['a list that is empty by mistake', () => Response.json([])],
])('a list that answers %s deletes nothing, and the other lists are read', async (_, answer) => {
  const foreign = await makeForeignPhone();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const before = await mirrored(foreign);
  foreign.api.world.news[0]!['title'] = 'Changed';
  foreign.api.next(CONTACTS, answer);
  await foreign.sync();
  const after = await mirrored(foreign);
  expect(after[0]).toEqual(before[0]);
  expect(await foreign.phone.db.news.filter(({ title }) => title === 'Changed').count()).toBe(1);
});

test.each<[string, () => Response]>([
  ['a page', () => htmlResponse(200)],
  ['truncated JSON', () => new Response('{"id": 5, "te')],
  ['a redirect', redirect],
  ['a gateway error', () => htmlResponse(502)],
])('a write whose response is %s is not doubled', async (_, answer) => {
  const foreign = await makeForeignPhone();
  await write(foreign, 'Only once');
  foreign.api.next(COMMENTS, answer, true);
  await foreign.sync();
  expect(await foreign.phone.db.outbox.count()).toBe(1);
  await foreign.sync(10 * 60_000);
  expect(foreign.api.world.comments.filter(({ text }) => text === 'Only once')).toHaveLength(1);
  expect(await foreign.phone.db.outbox.count()).toBe(0);
});

test('a write counts as refused if a successful response contains an error, and the field that the API names is marked', async () => {
  const foreign = await makeForeignPhone();
  await write(foreign, 'Refused');
  foreign.api.next(COMMENTS, () => Response.json({ success: false, errors: { text: ['Too long'] } }));
  await foreign.sync();
  expect(await foreign.phone.db.outbox.toArray()).toMatchObject([
    { state: 'rejected', error: { code: 'invalid', fields: { text: 'invalid' } } },
  ]);
  expect(await foreign.phone.db.comments.filter(({ text }) => text === 'Refused').count()).toBe(0);
});

test('stops reading a list when its next page is the same as the page before', async () => {
  const foreign = await makeForeignPhone();
  const page = { results: foreign.api.world.news.map((item) => ({ ...item })), next: 'https://api.test/next' };
  let requests = 0;
  foreign.api.replace('/api/news/list', () => {
    requests += 1;
    return Response.json(page);
  });
  expect(await foreign.sync()).toBe('done');
  expect(requests).toBe(2);
  expect(await foreign.phone.db.news.count()).toBe(2);
});

test('a list of 25 pages is read in passes of ten pages within one cycle, and all its rows are stored', async () => {
  const foreign = await makeForeignPhone();
  let page = 0;
  foreign.api.replace('/api/news/list', () => {
    page += 1;
    const rows = [{ id: 1000 + page, title: `Page ${page}`, date: '01/03/2026 10:00', text: '<p>Text</p>' }];
    return Response.json({ results: rows, next: page < 25 ? `?page=${page + 1}` : null });
  });
  const passes: number[] = [];
  const { read } = ListReader.prototype;
  vi.spyOn(ListReader.prototype, 'read').mockImplementation(async function (this: ListReader, ...args) {
    const before = page;
    const result = await read.apply(this, args);
    passes.push(page - before);
    return result;
  });
  expect(await foreign.sync()).toBe('done');
  expect(passes).toEqual([10, 10, 5]);
  expect(await foreign.phone.db.news.filter(({ title }) => title.startsWith('Page')).count()).toBe(25);
});

test('a list without an end is given up after 500 pages, and its rows are kept', async () => {
  const foreign = await makeForeignPhone();
  let page = 0;
  const { fetch } = foreign.api;
  foreign.ports.fetch = async (url, init) => {
    if (!url.startsWith('/api/navigator/comments/')) return fetch(url, init);
    page += 1;
    const author = { id: 12, name: 'Carl' };
    const row = { id: 1000 + page, text: `Page ${page}`, author, created_at: iso(START) };
    return Response.json({ results: [row], next: `?page=${page + 1}` });
  };
  expect(await foreign.sync()).toBe('done');
  expect(page).toBe(500);
  expect(await foreign.phone.db.comments.count()).toBe(501);
});

test('a 429 without Retry-After in response to a list request stops all requests for a minute', async () => {
  const foreign = await makeForeignPhone();
  foreign.api.next(CONTACTS, () => Response.json({ detail: 'Request was throttled.' }, { status: 429 }));
  await foreign.sync();
  const { gates } = await savedSyncStatus(foreign.phone.db);
  expect(gates.retry_after - gates.retry_asked_at!).toBe(60_000);
  foreign.api.seen.length = 0;
  await foreign.sync(59_000);
  expect(foreign.api.seen).toEqual([]);
  expect(await foreign.sync(2_000)).toBe('done');
  expect(foreign.api.calls(CONTACTS)).toHaveLength(1);
});

test.each<[string, () => Response]>([
  ['a page', () => htmlResponse(200)],
  ['a redirect to a login page', redirect],
  ['truncated JSON', () => new Response('{"results": [{"id"')],
  ['a success with an error', () => Response.json({ error: 'Maintenance' })],
])('an API that answers everything with %s does not count as synced, and loses nothing', async (_, answer) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const foreign = await makeForeignPhone();
  await write(foreign, 'Still here');
  const others = async () => (await mirrored(foreign)).toSpliced(1, 1);
  const before = await others();
  const { last_fetched_at } = await savedSyncStatus(foreign.phone.db);
  foreign.ports.fetch = async () => answer();
  expect(await foreign.sync()).not.toBe('done');
  expect(await others()).toEqual(before);
  expect((await savedSyncStatus(foreign.phone.db)).last_fetched_at).toBe(last_fetched_at);
  expect(await foreign.phone.db.outbox.count()).toBe(1);
});

test('a record keeps its id on the phone if the API sends the id as a text', async () => {
  const foreign = await makeForeignPhone();
  const before = await mirrored(foreign);
  for (const contact of foreign.api.world.contacts) Object.assign(contact, { id: String(contact.id) });
  await foreign.sync();
  await foreign.sync();
  expect(await mirrored(foreign)).toEqual(before);
});

test('times on the phone are right even if the clock of the API is wrong by a day', async () => {
  const foreign = await makeForeignPhone({ clock_error_ms: 86_400_000 });
  await write(foreign, 'Tomorrow');
  await foreign.sync();
  expect(await foreign.phone.db.outbox.count()).toBe(0);
  expect((await savedSyncStatus(foreign.phone.db)).clock_offset_ms).toBeGreaterThan(86_000_000);
  expect(await foreign.sync()).toBe('done');
});

test('a write is sent again a minute after a 429 response without Retry-After', async () => {
  const foreign = await makeForeignPhone();
  await write(foreign, 'Later');
  foreign.api.next(COMMENTS, () => Response.json({ detail: 'Request was throttled.' }, { status: 429 }));
  await foreign.sync();
  const { gates } = await savedSyncStatus(foreign.phone.db);
  expect(gates.retry_after - gates.retry_asked_at!).toBe(60_000);
  expect(await foreign.phone.db.outbox.toArray()).toMatchObject([{ state: 'queued', error: null }]);
  await foreign.sync(61_000);
  expect(await foreign.phone.db.outbox.count()).toBe(0);
});

test('a row that cannot be read is left out and reported once, and all other rows are stored', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const foreign = await makeForeignPhone();
  foreign.api.world.contacts.push(
    { id: 90, owner: 11, created: 'yesterday' },
    { id: 91, owner: 11, first_name: 'Readable' },
  );
  await foreign.sync();
  await foreign.sync();
  expect(await foreign.phone.db.contacts.filter(({ first_name }) => first_name === 'Readable').count()).toBe(1);
  const lines = warn.mock.calls.filter(([line]) => String(line).includes('did not parse'));
  expect(lines).toEqual([['[haversack] a row of the API did not parse', 'contacts name']]);
});

test('a record that is missing from the list is deleted once the request for its details is answered with 404', async () => {
  const foreign = await makeForeignPhone();
  const [lesson] = foreign.api.world.lessons.splice(0, 1);
  foreign.api.next('/api/navigator/lesson/view/1/', () => Response.json(lesson));
  await foreign.sync();
  expect(await foreign.phone.db.lessons.count()).toBe(3);
  await foreign.sync();
  expect(await foreign.phone.db.lessons.count()).toBe(2);
});

test('a contact that is missing from the list is deleted when it is missing for the second time', async () => {
  const foreign = await makeForeignPhone();
  foreign.api.world.contacts.shift();
  await foreign.sync();
  expect(await foreign.phone.db.contacts.count()).toBe(2);
  await foreign.sync();
  expect(await foreign.phone.db.contacts.count()).toBe(1);
});
