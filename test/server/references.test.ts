import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesIn, openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
let olga: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user();
  olga = await server.user(roles.consultant);
});
afterAll(() => server.close());

const add = (user: TestUser, body: Record<string, unknown>) =>
  server.call('contacts.add', { token: user.token, body: { first_name: 'Nina', ...body } });
const change = (id: unknown, body: Record<string, unknown>) =>
  server.call('contacts.change', { token: anna.token, params: { id: String(id) }, body });
const category = async (user: TestUser, name: string) => {
  const { body } = await server.call('contacts.add_category', {
    token: user.token,
    body: { name, color: 'sky', position: 0 },
  });
  return String(body['id']);
};
const ask = (user: TestUser, previous_id: string | null) => {
  const body = { type: 'question', subject: 'How?', body: 'Please tell me', previous_id };
  return server.call('tickets.create', { token: user.token, body });
};

describe('references between records', () => {
  it("rejects an unknown or other user's category, and ignores a deleted one", async () => {
    const [own, hers] = [await category(anna, 'Own'), await category(olga, 'Hers')];
    const kept = await add(anna, { category_id: own });
    expect(kept.body['category_id']).toBe(own);
    for (const category_id of [hers, uuidv7()])
      for (const reply of [await add(anna, { category_id }), await change(kept.body['id'], { category_id })])
        expect([reply.status, codesIn(reply.body)]).toEqual([404, { category_id: 'not_found' }]);
    await server.call('contacts.delete_category', { token: anna.token, params: { id: own } });
    expect((await add(anna, { category_id: own })).body).toMatchObject({ category_id: null });
    expect((await change(kept.body['id'], { category_id: own })).body).toMatchObject({ category_id: null });
  });

  it("rejects a reference to a missing ticket or to another user's ticket", async () => {
    const [mine, hers] = [await ask(anna, null), await ask(olga, null)];
    expect((await ask(anna, String(mine.body['id']))).body['previous_id']).toBe(mine.body['id']);
    for (const previous_id of [String(hers.body['id']), uuidv7()]) {
      const reply = await ask(anna, previous_id);
      expect([reply.status, codesIn(reply.body)]).toEqual([404, { previous_id: 'not_found' }]);
    }
  });
});

describe('a contact created again under its id', () => {
  it('returns the contact when it is created again under its id with the same data', async () => {
    const knownPerson = await server.user({ phone: '+4915100000077', responsible_id: olga.id });
    const data = {
      id: uuidv7(),
      phones: [{ number: '+4915100000077', label: 'home' }],
      next_step_at: '2026-12-01T12:00:00+02:00',
      category_id: await category(olga, 'Soon gone'),
    };
    const first = await add(olga, data);
    expect(first.body).toMatchObject({ status: 'registered', linked_user_id: knownPerson.id });
    const secondReply = await add(olga, data);
    expect([secondReply.status, secondReply.body]).toEqual([201, first.body]);
    await server.call('contacts.delete_category', { token: olga.token, params: { id: data.category_id } });
    expect((await add(olga, data)).body).toMatchObject({ id: data.id, category_id: null });
  });

  it('refuses to create a contact again with other data, and names the fields that differ', async () => {
    const id = uuidv7();
    const first = await add(anna, { id, city: 'Ulm' });
    const { message: _, ...row } = first.body;
    const reply = await add(anna, { id, city: 'Bonn', notes: 'New' });
    expect([reply.status, reply.body]).toMatchObject([
      409,
      {
        code: 'conflict',
        row,
        details: { city: { mine: 'Bonn', theirs: 'Ulm' }, notes: { mine: 'New', theirs: '' } },
      },
    ]);
    expect(Object.keys(Object(reply.body['details']))).toEqual(['city', 'notes']);
    expect((await change(id, { city: 'Ulm' })).body).toEqual(first.body);
    const status = await add(anna, { id, city: 'Ulm', status: 'invited' });
    expect([status.status, status.body['code']]).toEqual([409, 'conflict']);
  });

  it("responds with 404 when a contact is created under the id of another user's contact", async () => {
    const { body } = await add(olga, {});
    expect(await add(anna, { id: body['id'] })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
