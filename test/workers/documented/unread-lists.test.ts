import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countOutbox, pillState, savedSyncStatus, type PillState } from '../../../src/db/queries/status.ts';
import { iso } from '../../../src/lib/ports.ts';
import { withDocumentedApi } from '../../../workers/sync/api-transport.ts';
import { openSyncClient, type SyncClient } from '../../../workers/sync/sync-client.ts';
import { htmlResponse } from '../../helpers/fake-server.ts';
import { makePorts, newId, START } from '../../helpers/phone.ts';
import { ForeignApi } from '../../foreign/api.ts';
import { loginTo, makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';

// A list that cannot be read must not leave the pill at "Up to date".

const HOUR = 3_600_000;
const CONTACTS = '/api/contacts/';
const NEWS = '/api/news/list';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A phone and an API that share a clock. */
async function makePhone(options: Parameters<typeof makeForeignPhone>[0] = {}): Promise<ForeignPhone> {
  const foreign = await makeForeignPhone(options);
  foreign.api.options.now = () => foreign.ports.clock.ms;
  return foreign;
}

const pillOf = async ({ db }: SyncClient): Promise<PillState> =>
  pillState(await savedSyncStatus(db), await countOutbox(db));

const jsonReply = (body: unknown, status = 200) => Response.json(body, { status });

/** Answers page 1 with a link to page 2, and page 2 with 404. */
function replyWithoutSecondPage(first: object): () => Response {
  let count = 0;
  return () => {
    count += 1;
    return count % 2 === 1 ? jsonReply(first) : jsonReply({ detail: 'Not found.' }, 404);
  };
}

const row = { id: 1, owner: 11, title: 'One', first_name: 'One', date: '01/03/2026 10:00', text: '<p>Text</p>' };

const badAnswers: [string, string, () => Response][] = [
  ['a server error', CONTACTS, () => jsonReply({ detail: 'Server error' }, 500)],
  ['a gateway error', CONTACTS, () => htmlResponse(502)],
  ['a page instead of JSON', CONTACTS, () => htmlResponse(200)],
  ['truncated JSON', CONTACTS, () => new Response('[{"id": 1, "first_na')],
  ['a success with an error in it', CONTACTS, () => jsonReply({ error: 'Something went wrong' })],
  ['an object without a list', CONTACTS, () => jsonReply({ hello: 'world' })],
  ['a redirect to a login page', CONTACTS, () => Response.redirect('https://login.test/', 302)],
  ['404 although it was there before', CONTACTS, () => jsonReply({ detail: 'Not found.' }, 404)],
  ['no row that can be read', CONTACTS, () => jsonReply([{ id: 7 }, { id: 8, created: 'yesterday' }])],
  ['404 to a page that it has linked to', NEWS, replyWithoutSecondPage({ results: [row], next: '?page=2' })],
  ['404 to a page that it has counted', NEWS, replyWithoutSecondPage({ results: [row], count: 2 })],
];

test.each(badAnswers)(
  'the pill shows "no reply" since the last successful read if a list answers %s',
  async (_, path, answer) => {
    const { api, phone, sync } = await makePhone();
    await sync(HOUR);
    const before = await Promise.all([phone.db.contacts.toArray(), phone.db.news.toArray()]);
    expect(await pillOf(phone)).toEqual({ kind: 'up_to_date', at: iso(START + HOUR) });
    api.replace(path, answer);
    await sync(HOUR);
    await sync(HOUR);
    expect(await pillOf(phone)).toEqual({ kind: 'no_answer', count: 0, since: iso(START + HOUR) });
    const { unread } = await savedSyncStatus(phone.db);
    expect(unread?.lists).toEqual([
      path === NEWS ? { entity: 'news', call: 'news.list' } : { entity: 'contacts', call: 'contacts.list' },
    ]);
    expect(await Promise.all([phone.db.contacts.toArray(), phone.db.news.toArray()])).toEqual(before);
    api.restore(path);
    await sync(HOUR);
    expect(await pillOf(phone)).toEqual({ kind: 'up_to_date', at: iso(START + 4 * HOUR) });
    expect((await savedSyncStatus(phone.db)).unread).toBeNull();
  },
);

test('a list counts as read if its last page is full and the next page is answered with 404', async () => {
  const { api, phone, sync } = await makePhone();
  const rows = Array.from({ length: 100 }, (_, at) => ({ ...row, id: 100 + at }));
  let count = 0;
  api.replace(NEWS, () => {
    count += 1;
    return count % 2 === 1 ? jsonReply(rows) : jsonReply({}, 404);
  });
  await sync();
  await sync();
  expect(await phone.db.news.filter(({ title }) => title === 'One').count()).toBe(100);
  expect(await pillOf(phone)).toMatchObject({ kind: 'up_to_date' });
});

test('a list with one row that cannot be read counts as read', async () => {
  const { api, phone, sync } = await makePhone();
  api.world.contacts.push({ id: 90, owner: 11, created: 'yesterday' });
  await sync();
  expect(await pillOf(phone)).toMatchObject({ kind: 'up_to_date' });
});

test.each([true, false])(
  'the pill shows "no reply" while the details of a row cannot be read, with ETags %s',
  async (etag) => {
    const { api, phone, sync } = await makePhone({ etag });
    api.world.lessons.push({ id: 10, name: 'New', category: 1, content: 'Text' });
    api.replace('/api/navigator/lesson/view/10/', () => jsonReply({}, 500));
    await sync();
    await sync();
    expect(await pillOf(phone)).toMatchObject({ kind: 'no_answer' });
    expect((await savedSyncStatus(phone.db)).unread?.lists).toEqual([{ entity: 'lessons', call: 'lessons.list' }]);
    api.restore('/api/navigator/lesson/view/10/');
    await sync();
    expect(await phone.db.lessons.count()).toBe(4);
    expect(await pillOf(phone)).toMatchObject({ kind: 'up_to_date' });
  },
);

test('the pill stays unchanged if a list fails once and is then read', async () => {
  const { api, phone, ports, sync } = await makePhone();
  api.next(CONTACTS, () => jsonReply({}, 500));
  const pills: unknown[] = [];
  ports.fetch = async (url, init) => {
    pills.push((await pillOf(phone)).kind);
    return api.fetch(url, init);
  };
  await sync();
  expect(new Set(pills)).toEqual(new Set(['up_to_date']));
  expect(await pillOf(phone)).toMatchObject({ kind: 'up_to_date' });
});

test('the pill shows "no reply" without a time if a list was never read, also after a restart', async () => {
  const ports = makePorts();
  const api = new ForeignApi({ now: () => ports.clock.ms, random: () => 1 });
  ports.fetch = api.fetch;
  api.replace(CONTACTS, () => jsonReply({}, 500));
  const result = await loginTo(ports, 'lena@foreign.test');
  const user_id = result.ok ? result.user_id : '';
  for (let start = 0; start < 2; start += 1) {
    const phone = await openSyncClient(withDocumentedApi(ports), user_id);
    expect(await phone.runCycle()).toBe('done');
    expect(await pillOf(phone)).toEqual({ kind: 'no_answer', count: 0, since: null });
    ports.clock.pass(HOUR);
  }
});

test('the pill shows the time of the last read before a restart if a list fails after the restart', async () => {
  const { api, phone, ports, sync } = await makePhone();
  await sync(HOUR);
  api.replace(CONTACTS, () => jsonReply({}, 500));
  for (let start = 0; start < 2; start += 1) {
    ports.clock.pass(HOUR);
    const restarted = await openSyncClient(withDocumentedApi(ports), phone.actor.user_id);
    await restarted.runCycle();
    expect(await pillOf(restarted)).toEqual({ kind: 'no_answer', count: 0, since: iso(START + HOUR) });
  }
});

test('the pill shows the time of the oldest data if several lists cannot be read', async () => {
  const { api, phone, sync } = await makePhone();
  await sync(HOUR);
  api.replace(CONTACTS, () => jsonReply({}, 500));
  await sync(HOUR);
  api.replace(NEWS, () => jsonReply({}, 500));
  await sync(HOUR);
  expect(await pillOf(phone)).toMatchObject({ since: iso(START + HOUR) });
  api.restore(CONTACTS);
  await sync(HOUR);
  expect(await pillOf(phone)).toMatchObject({ since: iso(START + 2 * HOUR) });
});

test('writes are sent while a list cannot be read', async () => {
  const { api, phone, sync } = await makePhone();
  api.replace(CONTACTS, () => jsonReply({}, 500));
  await sync(HOUR);
  await phone.store.write({
    kind: 'comment.add',
    id: newId(),
    args: { lesson: null, parent: null, text: 'Sent', at: iso(START) },
  });
  expect(await pillOf(phone)).toMatchObject({ kind: 'sending' });
  expect(await sync(1000)).toBe('done');
  expect(api.world.comments.at(-1)).toMatchObject({ text: 'Sent' });
  expect(await pillOf(phone)).toMatchObject({ kind: 'no_answer', count: 0 });
});
