import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import { contactStatuses } from '../../contract/filter-values.ts';
import { codesIn, openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
let mary: TestUser;
let carl: TestUser;
let olga: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user();
  mary = await server.user(roles.manager);
  carl = await server.user({ ...roles.consultant, responsible_id: mary.id });
  olga = await server.user(roles.consultant);
});
afterAll(() => server.close());

async function createContact(user: TestUser, body: Record<string, unknown> = {}): Promise<Contact> {
  const reply = await server.call('contacts.add', { token: user.token, body: { first_name: 'Nina', ...body } });
  expect([reply.status, reply.body]).toMatchObject([201, {}]);
  return reply.body as unknown as Contact;
}

const listed = async (user: TestUser, query: Record<string, string | number>) => {
  const { status, body } = await server.call('contacts.list', { token: user.token, query: { page: 1, ...query } });
  expect(status).toBe(200);
  const { results, ...counts } = body as unknown as { results: Contact[]; count: number; total_count: number };
  return { names: results.map(({ first_name }) => first_name), ...counts };
};

describe('contacts.add', () => {
  it('a new contact gets defaults for omitted fields, and the response has an ETag', async () => {
    const reply = await server.call('contacts.add', { token: anna.token, body: { first_name: 'Nina' } });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ last_name: '', phones: [], status: 'new', photo: null, owner_id: anna.id });
    expect(reply.headers['etag']).toBe(`"r${String(reply.body['rev'])}"`);
  });

  it('creates a contact once per idempotency key, and refuses a different body under the same key', async () => {
    const id = uuidv7();
    const headers = { 'idempotency-key': uuidv7() };
    const send = (first_name: string) =>
      server.call('contacts.add', { token: anna.token, headers, body: { id, first_name } });
    const first = await send('Once');
    const second = await send('Once');
    expect([second.status, second.body, second.headers['idempotency-replayed']]).toEqual([201, first.body, 'true']);
    expect((await send('Twice')).body['code']).toBe('idempotency_key_reused');
  });

  it('names the invalid fields of a contact', async () => {
    const body = { phones: [{ number: 'x', label: '' }], country: 'de', owner_id: olga.id, linked_user_id: olga.id };
    const reply = await server.call('contacts.add', { token: anna.token, body });
    expect([reply.status, codesIn(reply.body)]).toEqual([
      400,
      {
        first_name: 'required',
        'phones.0.number': 'phone_invalid',
        country: 'invalid',
        owner_id: 'unknown',
        linked_user_id: 'unknown',
      },
    ]);
  });
});

describe('contacts.change', () => {
  it('changes only the named fields of a contact and checks the version if one is sent', async () => {
    const { id, rev } = await createContact(carl);
    const change = (body: Record<string, unknown>, version?: number) =>
      server.call('contacts.change', {
        token: carl.token,
        params: { id },
        body,
        headers: version === undefined ? {} : { 'if-match': `"r${version}"` },
      });
    const first = await change({ city: 'Ulm' }, rev);
    expect([first.status, first.body['city']]).toEqual([200, 'Ulm']);
    const staleChange = await change({ city: 'Bonn' }, rev);
    expect(staleChange.status).toBe(412);
    expect(staleChange.body).toMatchObject({ code: 'version_mismatch', row: { city: 'Ulm' }, rev: first.body['rev'] });
    expect((await change({ city: 'Bonn' })).body['city']).toBe('Bonn');
    expect((await change({})).body).toMatchObject({ code: 'invalid', fields: { body: { code: 'empty' } } });
    expect((await change({ status: 'partner' })).body).toMatchObject({ code: 'status_by_system', row: { id } });
  });

  it("responds with 404 to a change of a contact by anyone but the owner and the owner's manager", async () => {
    const { id } = await createContact(carl);
    const change = (user: TestUser, one: string) =>
      server.call('contacts.change', { token: user.token, params: { id: one }, body: { city: 'Ulm' } });
    expect((await change(mary, id)).status).toBe(200);
    for (const user of [olga, anna]) {
      const { body, status } = await change(user, id);
      const missing = await change(user, uuidv7());
      expect([status, { ...body, request_id: '' }]).toEqual([404, { ...missing.body, request_id: '' }]);
    }
  });
});

describe('contacts.list', () => {
  it('finds contacts by part of a name, number or email', async () => {
    const user = await server.user();
    await createContact(user, { first_name: 'Жанна', last_name: 'Орлова', middle_name: 'Петровна' });
    await createContact(user, { first_name: 'Bert', phones: [{ number: '+49 (151) 234-56', label: '' }] });
    await createContact(user, { first_name: 'Cleo', last_name: '50%', emails: ['cleo_50@example.org'] });
    const found = async (search: string) => (await listed(user, { search })).names;
    expect(await found('')).toEqual(['Bert', 'Cleo', 'Жанна']);
    expect(await found('орл')).toEqual(['Жанна']);
    expect(await found('жанна орлова')).toEqual(['Жанна']);
    expect(await found('Орлова Жанна')).toEqual(['Жанна']);
    expect(await found('петровна')).toEqual(['Жанна']);
    expect(await found('15123')).toEqual(['Bert']);
    expect(await found('151 234 5')).toEqual(['Bert']);
    expect(await found('CLEO_50')).toEqual(['Cleo']);
    expect(await found('%')).toEqual(['Cleo']);
    expect(await found('nobody')).toEqual([]);
    expect(await listed(user, { search: 'bert', page_size: 1 })).toMatchObject({ count: 1, total_count: 3 });
    expect((await listed(user, { page_size: 2, page: 2 })).names).toEqual(['Жанна']);
  });

  it('filters contacts by category and status, where 0 means any', async () => {
    const user = await server.user();
    const { body } = await server.call('contacts.add_category', { token: user.token, body: { name: 'Friends' } });
    const category = String(body['id']);
    await createContact(user, { first_name: 'Ada', category_id: category, status: 'invited' });
    await createContact(user, { first_name: 'Bob', status: 'invited' });
    await createContact(user, { first_name: 'Cid' });
    expect((await listed(user, { category })).names).toEqual(['Ada']);
    expect((await listed(user, { category: '0', status: 'invited' })).names).toEqual(['Ada', 'Bob']);
    expect((await listed(user, { category: '0', status: '0' })).names).toEqual(['Ada', 'Bob', 'Cid']);
    const wrongFilter = await server.call('contacts.list', { token: user.token, query: { status: 'best' } });
    expect([wrongFilter.status, codesIn(wrongFilter.body)]).toEqual([400, { status: 'invalid' }]);
  });

  it("lists only the caller's own contacts that are not deleted", async () => {
    const user = await server.user({ responsible_id: mary.id });
    const row = await createContact(user, { first_name: 'Own' });
    expect((await listed(mary, {})).names).not.toContain('Own');
    await server.db.updateTable('contacts').set({ deleted_at: row.created_at }).where('id', '=', row.id).execute();
    expect(await listed(user, {})).toMatchObject({ names: [], count: 0, total_count: 0 });
  });
});

describe('contacts.list without a page', () => {
  const all = async (user: TestUser, query: Record<string, string> = {}, tag?: string) => {
    const headers: Record<string, string> = tag === undefined ? {} : { 'if-none-match': tag };
    const reply = await server.call('contacts.list', { token: user.token, query, headers });
    return { ...reply, rows: reply.body as unknown as Contact[], etag: String(reply.headers['etag']) };
  };

  it('returns all contacts, or all that match a search, without paging', async () => {
    const user = await server.user();
    const names = Array.from({ length: 27 }, (_, index) => `Kim ${String(index).padStart(2, '0')}`);
    for (const first_name of names) await createContact(user, { first_name });
    const { status, rows } = await all(user);
    expect([status, rows.map(({ first_name }) => first_name)]).toEqual([200, names]);
    expect((await all(user, { search: 'kim 11', category: '', status: '0' })).rows).toMatchObject([
      { first_name: 'Kim 11' },
    ]);
    expect((await all(user, { page: '', page_size: '' })).rows).toEqual(rows);
    expect(await listed(user, { page: 2 })).toMatchObject({ count: 27, names: { length: 2 } });
    const firstPage = await server.call('contacts.list', { token: user.token, query: { page_size: 5 } });
    expect(firstPage.body).toMatchObject({ current: 1, results: { length: 5 } });
  });

  it('the list of contacts responds with 304 until a contact is added, changed or deleted', async () => {
    const user = await server.user();
    const { id } = await createContact(user, { first_name: 'Ada' });
    let { etag } = await all(user);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const same = await server.app.inject({
        url: '/api/contacts/',
        headers: { authorization: `Bearer ${user.token}`, 'if-none-match': tag },
      });
      expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', etag]);
    }
    expect((await all(user, {}, '"other"')).status).toBe(200);
    const changes = [
      () => createContact(user, { first_name: 'Bob' }),
      () => server.call('contacts.change', { token: user.token, params: { id }, body: { city: 'Ulm' } }),
      () => server.db.updateTable('contacts').set({ deleted_at: user.created_at }).where('id', '=', id).execute(),
    ];
    for (const change of changes) {
      await change();
      const next = await all(user, {}, etag);
      expect(next.status).toBe(200);
      expect(next.etag).not.toBe(etag);
      ({ etag } = next);
    }
    const other = await all(await server.user(), {}, etag);
    expect([other.status, other.rows]).toEqual([200, []]);
  });
});

describe('contact categories and statuses', () => {
  it('lists contact categories in order, changes them and deletes them', async () => {
    const user = await server.user();
    const call = (name: 'contacts.add_category', body: Record<string, unknown>) =>
      server.call(name, { token: user.token, body });
    const last = await call('contacts.add_category', { name: 'Zoo', position: 2 });
    expect([last.status, last.body]).toMatchObject([201, { color: 'teal', position: 2, owner_id: user.id }]);
    const first = await call('contacts.add_category', { name: 'Ark', color: 'sky' });
    const names = async () =>
      (await server.call('contacts.categories', { token: user.token })).body as unknown as {
        name: string;
      }[];
    expect((await names()).map(({ name }) => name)).toEqual(['Ark', 'Zoo']);
    const params = { id: String(first.body['id']) };
    const edit = { token: user.token, params, body: { name: 'Arks' } };
    expect((await server.call('contacts.change_category', edit)).body['name']).toBe('Arks');
    expect((await server.call('contacts.change_category', { ...edit, body: {} })).status).toBe(400);
    expect((await server.call('contacts.change_category', { ...edit, body: { name: 'zoo' } })).body['code']).toBe(
      'category_taken',
    );
    const staleRequest = { token: user.token, params, headers: { 'if-match': '"r1"' } };
    expect((await server.call('contacts.delete_category', staleRequest)).status).toBe(412);
    const deletedReply = await server.call('contacts.delete_category', { token: user.token, params });
    expect([deletedReply.status, deletedReply.body]).toEqual([200, { ok: true, message: 'Deleted successfully' }]);
    expect((await names()).map(({ name }) => name)).toEqual(['Zoo']);
    expect((await server.call('contacts.delete_category', { token: olga.token, params })).status).toBe(404);
  });

  it("labels contact statuses in the account's language", async () => {
    const { token } = await server.user({ language: 'de' });
    const { body } = await server.call('contacts.statuses', { token });
    expect(body).toMatchObject(contactStatuses.map((id) => ({ id })));
    expect(JSON.stringify(body)).toContain('Neu');
  });
});
