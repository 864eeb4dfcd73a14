import { afterEach, expect, test, vi } from 'vitest';
import { iso } from '../../../src/lib/ports.ts';
import { toPushOp } from '../../../src/db/outbox/claims.ts';
import { ApiClient } from '../../../workers/sync/documented/api-client.ts';
import { ListReader } from '../../../workers/sync/documented/changes.ts';
import { ClientConfig } from '../../../workers/sync/documented/config.ts';
import { MissingCalls } from '../../../workers/sync/documented/missing-calls.ts';
import { pushOps } from '../../../workers/sync/documented/push.ts';
import { newId, START } from '../../helpers/phone.ts';
import { makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';

const MINUTE = 60_000;

afterEach(() => {
  vi.restoreAllMocks();
});

const write = ({ phone }: ForeignPhone, text: string) =>
  phone.store.write({ kind: 'comment.add', id: newId(), args: { lesson: null, parent: null, text, at: iso(START) } });

test('reads at most ten pages of a list in one pass', async () => {
  const foreign = await makeForeignPhone();
  const items = Array.from({ length: 11 * 50 }, (_, at) => ({
    id: 100 + at,
    title: `News ${at}`,
    date: iso(START),
    body: 'Text',
  }));
  foreign.api.world.news.push(...items);
  foreign.api.seen.length = 0;
  await foreign.sync();
  expect(await foreign.phone.db.news.count()).toBe(552);
  expect(foreign.api.calls('/api/news/list')).toHaveLength(12);
});

/** Reads what is due on a phone that has read nothing yet. */
function readerOf({ api, ports }: ForeignPhone) {
  const apiState = {
    config: ClientConfig.parse({}),
    scheme: 'JWT' as const,
    keepsKeys: false,
    missing: new MissingCalls([]),
    server_time: null,
  };
  const client = new ApiClient({ ...ports, fetch: (url, init) => api.fetch(url, init) }, apiState, 'token-11');
  return { client, lists: new ListReader() };
}

test('reads at most eight details of a list in one pass, and the others in the next', async () => {
  const foreign = await makeForeignPhone();
  for (let id = 10; id < 20; id += 1)
    foreign.api.world.lessons.push({ id, name: `Lesson ${id}`, category: 1, content: 'Text' });
  const { client, lists } = readerOf(foreign);
  const { db, actor } = foreign.phone;
  const details = () => foreign.api.seen.filter(({ path }) => path.includes('/lesson/view/')).length;
  foreign.api.seen.length = 0;
  const first = await lists.read(client, db, actor.user_id);
  expect(details()).toBe(8);
  expect(first).toMatchObject({ kind: 'changes', reply: { has_more: true } });
  await lists.read(client, db, actor.user_id);
  expect(await lists.read(client, db, actor.user_id)).toMatchObject({ reply: { has_more: false, changes: [] } });
  expect(details()).toBe(10);
});

test('a reply has at most 500 changes', async () => {
  const foreign = await makeForeignPhone();
  const added = Array.from({ length: 501 }, (_, at) => ({ id: 100 + at, owner: 11, first_name: `Contact ${at}` }));
  foreign.api.world.contacts.push(...added);
  const { client, lists } = readerOf(foreign);
  const { db, actor } = foreign.phone;
  const replies = [await lists.read(client, db, actor.user_id), await lists.read(client, db, actor.user_id)];
  const sizes = replies.map((result) => (result.kind === 'changes' ? result.reply.changes.length : 0));
  expect(sizes).toEqual([500, 1]);
});

test('one push sends writes for at most 20 s, so that no claim expires before the push ends', async () => {
  const foreign = await makeForeignPhone();
  const { ports, api, phone } = foreign;
  for (const text of ['First', 'Second', 'Third']) await write(foreign, text);
  const { client, lists } = readerOf(foreign);
  const entries = await phone.db.outbox.toArray();
  const body = { ops: entries.map(toPushOp) };
  const { fetch } = api;
  api.fetch = async (url, init) => {
    ports.clock.ms += 10_001;
    return fetch(url, init);
  };
  const sent = { user_id: phone.actor.user_id, device_id: phone.actor.device_id, body };
  const outcome = await pushOps(client, lists, phone.db, sent);
  const statuses = outcome.kind === 'results' ? outcome.reply.results.map(({ status }) => status) : [];
  expect(statuses).toEqual([200, 200, 424]);
});

const CONTACTS = '/api/contacts/';
const serverError = () => Response.json({}, { status: 500 });

test('after one failure, reads a list again at once', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, phone, sync } = await makeForeignPhone();
  api.world.contacts.push({ id: 90, owner: 11, first_name: 'Nora' });
  api.next(CONTACTS, serverError);
  api.seen.length = 0;
  expect(await sync()).toBe('done');
  expect(api.calls(CONTACTS)).toHaveLength(1);
  expect(await phone.db.contacts.count()).toBe(3);
});

test('after two failures, reads a list again after a minute, and then once a minute', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, ports, phone, sync } = await makeForeignPhone();
  api.replace(CONTACTS, serverError);
  api.seen.length = 0;
  await sync();
  expect(api.calls(CONTACTS)).toHaveLength(2);
  for (const count of [3, 4]) {
    ports.clock.pass(MINUTE - 1);
    await phone.runCycle();
    expect(api.calls(CONTACTS)).toHaveLength(count - 1);
    ports.clock.pass(1);
    await phone.runCycle();
    expect(api.calls(CONTACTS)).toHaveLength(count);
  }
});

test('does not reread a list that was read less than ten seconds ago', async () => {
  const { api, sync } = await makeForeignPhone();
  api.seen.length = 0;
  await sync(9_999);
  expect(api.calls('/api/contacts/')).toHaveLength(0);
  await sync(1);
  expect(api.calls('/api/contacts/')).toHaveLength(1);
});

test('does not repeat the request for a list that the API does not have', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, phone, sync } = await makeForeignPhone();
  await phone.db.books.clear();
  api.next('/api/books/list/', () => Response.json({ detail: 'Not found.' }, { status: 404 }));
  await sync();
  api.seen.length = 0;
  await sync(61 * MINUTE);
  expect(api.calls('/api/books/list/')).toHaveLength(0);
  expect(api.calls('/api/news/list')).toHaveLength(1);
});

test.each([404, 405, 501])(
  'requests a list again after the response %d if the phone has rows of it',
  async (status) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { api, phone, sync } = await makeForeignPhone();
    api.replace('/api/books/list/', () => Response.json({}, { status }));
    await sync();
    api.restore('/api/books/list/');
    api.world.books[0]!['name'] = 'Renamed';
    await sync();
    expect(await phone.db.books.toArray()).toMatchObject([{ title: 'Renamed' }]);
  },
);

test('does not repeat the request for a list that the API forbids to the user, even if the phone has rows of the list', async () => {
  const { api, phone, sync } = await makeForeignPhone();
  api.replace('/api/books/list/', () => Response.json({}, { status: 403 }));
  await sync();
  api.seen.length = 0;
  await sync();
  expect(api.calls('/api/books/list/')).toEqual([]);
  expect(await phone.db.books.count()).toBe(1);
});

test('neither reads nor writes with a call that the configuration switches off', async () => {
  const foreign = await makeForeignPhone({ client_config: { off: ['books.list', 'comments.add'] } });
  const { api, phone, sync } = foreign;
  expect(api.calls('/api/books/list/')).toEqual([]);
  await expect(write(foreign, 'Not sent')).rejects.toMatchObject({ code: 'not_offered' });
  await sync();
  expect(api.world.comments).toHaveLength(1);
  expect(await phone.db.outbox.count()).toBe(0);
});
