import { afterEach, expect, test, vi } from 'vitest';
import { teamCalls } from '../../../contract/api-calls/team.ts';
import { peopleCalls } from '../../../contract/api-calls/people.ts';
import { savedSyncStatus } from '../../../src/db/queries/status.ts';
import { savedMeta, saveMeta } from '../../../src/db/schema/meta.ts';
import { iso } from '../../../src/lib/ports.ts';
import { withDocumentedApi } from '../../../workers/sync/api-transport.ts';
import { uselessScreens } from '../../../workers/sync/documented/missing-calls.ts';
import { openSyncClient } from '../../../workers/sync/sync-client.ts';
import { newId, START } from '../../helpers/phone.ts';
import { makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';

const CONSULTANT = 'carl@foreign.test';
const STRUCTURE = '/api/team/get_my_structure_users/';
const DETAILS = '/api/accounts/user/details/';
const CHILDREN = '/api/team/get_children/';
const COMMENTS = '/api/navigator/comments/';
const OTTO = 'f0e1a000-0001-8000-8000-00000000000d';
const DAY = 86_400_000;

afterEach(() => {
  vi.restoreAllMocks();
});

const refused = { status: 422, body: { code: 'not_offered' } };
const missing = () => Response.json({ detail: 'Method not allowed.' }, { status: 405 });
const missingNames = async ({ phone }: ForeignPhone) =>
  ((await savedMeta(phone.db, 'missing_calls')) ?? []).map(({ name }) => name);

const comment = (text: string) =>
  ({ kind: 'comment.add', id: newId(), args: { lesson: null, parent: null, text, at: iso(START) } }) as const;

test('a screen gets a page of people in the form of our server', async () => {
  const { api, request } = await makeForeignPhone({}, CONSULTANT);
  Object.assign(api.world.accounts[2]!, { consultant: 12, status: 'active' });
  const { body } = await request('POST', `${STRUCTURE}?page=1&page_size=50`, {});
  const page = peopleCalls['team.structure_users'].reply.parse(body);
  expect(page).toMatchObject({ count: 1, next: null, results: [{ id: OTTO, name: 'Otto Foreign', status: 'active' }] });
});

test('a screen asks for a record by the id of the API', async () => {
  const { api, request } = await makeForeignPhone({}, CONSULTANT);
  const { body } = await request('POST', DETAILS, { user_id: OTTO });
  expect(body).toMatchObject({ user: { id: OTTO, first_name: 'Otto' }, events: [] });
  api.next(`${CHILDREN}13/`, () => Response.json([]));
  expect(await request('GET', `${CHILDREN}${OTTO}/`)).toMatchObject({ status: 200, body: { results: [] } });
});

test('a screen gets the people whom a member invited', async () => {
  const { api, request } = await makeForeignPhone();
  const rows = [{ id: 5, firstName: 'Mia', lastName: 'Lind', dateJoined: '2026-02-03 10:00:00', childrenCount: 2 }];
  api.next(CHILDREN, () => Response.json({ results: rows, count: 3, next: '?page=2' }));
  const { body } = await request('GET', CHILDREN);
  expect(teamCalls['team.children'].reply.parse(body)).toMatchObject({
    ...{ count: 3, next: 2, people: 3 },
    results: [{ first_name: 'Mia', last_initial: 'L', joined: '2026-02', line_1: 2, people: 2 }],
  });
});

test('reads the address of a payment page from a text or from an object', async () => {
  const { api, request } = await makeForeignPhone();
  const url = 'https://pay.test/1';
  for (const answer of [url, { url }, { payment_url: url }]) {
    api.next('/api/books/purchase/', () => Response.json(answer));
    expect(await request('POST', '/api/books/purchase/', { id: OTTO })).toEqual({ status: 200, body: url });
  }
});

test('a list in an unknown form counts as unsupported', async () => {
  const { api, request } = await makeForeignPhone();
  api.next(CHILDREN, () => Response.json({ tree: { children: 'many' } }));
  expect(await request('GET', CHILDREN)).toMatchObject(refused);
});

test('a call that the API does not have is not made again, and the screens are told that it is missing', async () => {
  const foreign = await makeForeignPhone();
  expect(await foreign.request('GET', CHILDREN)).toMatchObject(refused);
  expect(await foreign.request('GET', CHILDREN)).toMatchObject(refused);
  expect(foreign.api.calls(CHILDREN)).toHaveLength(1);
  expect(await missingNames(foreign)).toEqual(['team.children']);
});

test('a 404 for a record that does not exist does not mark the call as missing', async () => {
  const foreign = await makeForeignPhone({}, CONSULTANT);
  const gone = 'f0e1a000-0001-8000-8000-0000000000ff';
  expect(await foreign.request('POST', DETAILS, { user_id: gone })).toMatchObject({ status: 404 });
  expect(await missingNames(foreign)).toEqual([]);
});

test('a write whose call is missing is refused at once from then on, for a day', async () => {
  const foreign = await makeForeignPhone();
  const { api, phone, ports, sync } = foreign;
  await phone.store.write(comment('First'));
  api.next(COMMENTS, missing);
  await sync();
  expect(await missingNames(foreign)).toEqual(['comments.add']);
  await expect(phone.store.write(comment('Second'))).rejects.toMatchObject({ code: 'not_offered' });
  ports.clock.pass(DAY - 120_000);
  const runAfterRestart = async () => {
    const client = await openSyncClient(withDocumentedApi(ports), phone.actor.user_id);
    await client.runCycle();
  };
  await runAfterRestart();
  expect(await missingNames(foreign)).toEqual(['comments.add']);
  ports.clock.pass(120_000);
  await runAfterRestart();
  expect(await missingNames(foreign)).toEqual([]);
  await phone.store.write(comment('Third'));
});

test('a list that the API has again is no longer marked as missing', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const foreign = await makeForeignPhone();
  await foreign.phone.db.books.clear();
  foreign.api.next('/api/books/list/', missing);
  await foreign.sync();
  expect(await missingNames(foreign)).toEqual(['books.list']);
  const restarted = await openSyncClient(withDocumentedApi(foreign.ports), foreign.phone.actor.user_id);
  await restarted.runCycle();
  expect(await missingNames(foreign)).toEqual([]);
});

test('tells the screens which links to hide, also on a phone that was used with an earlier version', async () => {
  const foreign = await makeForeignPhone();
  const { db, actor } = foreign.phone;
  expect((await savedSyncStatus(db)).hidden).toEqual(uselessScreens);
  const { hidden: _, ...earlier } = await savedSyncStatus(db);
  await saveMeta(db, 'status', earlier);
  const restarted = await openSyncClient(withDocumentedApi(foreign.ports), actor.user_id);
  await restarted.runCycle();
  expect((await savedSyncStatus(db)).hidden).toEqual(uselessScreens);
});

test('a list that is only forbidden to this user is not marked as missing', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const foreign = await makeForeignPhone();
  foreign.api.next('/api/books/list/', () => Response.json({ detail: 'Forbidden.' }, { status: 403 }));
  await foreign.sync();
  expect(await missingNames(foreign)).toEqual([]);
});

test('the screens are told which calls the configuration switches off, until it switches them on', async () => {
  const foreign = await makeForeignPhone({ client_config: { off: ['books.list', 'comments.add'] } });
  expect(await missingNames(foreign)).toEqual(['books.list', 'comments.add']);
  await expect(foreign.phone.store.write(comment('Off'))).rejects.toMatchObject({ code: 'not_offered' });
  foreign.api.options.client_config = {};
  const restarted = await openSyncClient(withDocumentedApi(foreign.ports), foreign.phone.actor.user_id);
  await restarted.runCycle();
  expect(await missingNames(foreign)).toEqual([]);
});
