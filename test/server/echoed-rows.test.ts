import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallName } from '../../contract/api-calls/index.ts';
import { codesIn, openTestServer, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
let contact: Record<string, unknown>;
let category: Record<string, unknown>;

const call = async (name: CallName, body: unknown, id = '', key?: string) =>
  server.call(name, { token: anna.token, params: { id }, body, headers: key ? { 'idempotency-key': key } : {} });

beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user({ phone: null });
  const phones = [{ number: '+4915112345678', label: 'mobile' }];
  contact = (await call('contacts.add', { first_name: 'Kim', phones, emails: ['kim@example.org'] })).body;
  category = (await call('contacts.add_category', { name: 'Friends' })).body;
});
afterAll(() => server.close());

test('accepts a profile, contact or category sent back as the API returned it, with edits', async () => {
  const me = (await server.call('accounts.me', { token: anna.token })).body;
  const saved = await call('accounts.update_me', { ...me, city: 'Bonn' });
  expect([saved.status, saved.body['user']]).toMatchObject([200, { city: 'Bonn', phone: null }]);
  const changed = await call('contacts.change', { ...contact, city: 'Ulm' }, String(contact['id']));
  expect([changed.status, changed.body]).toMatchObject([200, { city: 'Ulm', first_name: 'Kim' }]);
  contact = changed.body;
  const renameReply = await call('contacts.change_category', { ...category, name: 'Family' }, String(category['id']));
  expect([renameReply.status, renameReply.body['name']]).toEqual([200, 'Family']);
  category = renameReply.body;
});

test('rejects a changed read-only field and an unknown field of a row that is sent back', async () => {
  const id = String(contact['id']);
  for (const [field, code] of [
    [{ owner_id: uuidv7() }, 'read_only'],
    [{ rev: 0 }, 'read_only'],
    [{ linked_user_id: uuidv7() }, 'read_only'],
    [{ rev: 'once' }, 'unknown'],
    [{ is_superuser: true }, 'unknown'],
  ] as const) {
    const reply = await call('contacts.change', { ...field, city: 'Bonn' }, id);
    expect([field, reply.status, codesIn(reply.body)]).toEqual([field, 400, { [Object.keys(field)[0]!]: code }]);
  }
  expect(codesIn((await call('accounts.update_me', { is_superuser: true, city: 'Ulm' })).body)).toEqual({
    is_superuser: 'read_only',
  });
  expect((await server.call('accounts.me', { token: anna.token })).body).toMatchObject({ city: 'Bonn' });
});

test('applies a row once if it is sent back twice under the same key', async () => {
  const key = uuidv7();
  const send = () => call('contacts.change', { ...contact, city: 'Trier' }, String(contact['id']), key);
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(again.headers['idempotency-replayed']).toBe('true');
});

test('responds with 404 to a client that sends back a row that does not exist or belongs to another user', async () => {
  for (const id of [uuidv7(), String(contact['id'])]) {
    const other = id === contact['id'] ? await server.user() : anna;
    const reply = await server.call('contacts.change', { token: other.token, params: { id }, body: contact });
    expect([reply.status, reply.body['code']]).toEqual([404, 'not_found']);
  }
});
