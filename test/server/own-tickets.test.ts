import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesIn, openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
let olga: TestUser;
let ids: string[];

const list = async (user: TestUser, query: Record<string, string | number> = {}) => {
  const { status, body } = await server.call('tickets.own_list', { token: user.token, query });
  expect(status).toBe(200);
  return body as unknown as { results: Record<string, unknown>[]; count: number; total_count: number; next: number };
};
const getOwnTicket = (user: TestUser, id: string) =>
  server.call('tickets.own_detail', { token: user.token, params: { id } });
const updateTicket = (id: string, body: object) =>
  server.call('tickets.update', { token: olga.token, body: { id, ...body } });

beforeAll(async () => {
  server = await openTestServer();
  olga = await server.user({ ...roles.consultant, first_name: 'Olga' });
  anna = await server.user({ responsible_id: olga.id });
  ids = [];
  for (const subject of ['Where is lesson one?', 'A new phone', 'The 100% film']) {
    server.clock.advance(1000);
    const body = { type: 'question', subject, body: 'Please help.' };
    ids.push(String((await server.call('tickets.create', { token: anna.token, body })).body['id']));
  }
});
afterAll(() => server.close());

describe('own tickets', () => {
  it('lists own tickets in pages, last changed first, without their messages', async () => {
    const first = await list(anna, { page_size: 2 });
    expect(first).toMatchObject({ count: 3, total_count: 3, next: 2 });
    expect(first.results.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.results[0]).not.toHaveProperty('messages');
    expect((await list(anna, { page_size: 2, page: 2 })).results.map(({ id }) => id)).toEqual([ids[0]]);
    server.clock.advance(1000);
    await updateTicket(ids[0]!, { action: 'take' });
    expect((await list(anna)).results.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]]);
  });

  it('finds own tickets by subject, number and state', async () => {
    const found = async (query: Record<string, string>) => (await list(anna, query)).results.map(({ id }) => id);
    expect(await found({ search: 'PHONE' })).toEqual([ids[1]]);
    expect(await found({ search: '100%' })).toEqual([ids[2]]);
    const { number } = (await getOwnTicket(anna, ids[1]!)).body as unknown as { number: number };
    expect(await found({ search: String(number) })).toContain(ids[1]);
    expect(await found({ state: 'new' })).toEqual([ids[2], ids[1]]);
    expect(await list(anna, { state: 'new', search: 'film' })).toMatchObject({ count: 1, total_count: 3 });
    const wrongState = await server.call('tickets.own_list', { token: anna.token, query: { state: 'best' } });
    expect([wrongState.status, codesIn(wrongState.body)]).toEqual([400, { state: 'invalid' }]);
  });

  it('shows the replies on an own ticket and hides internal notes', async () => {
    await updateTicket(ids[1]!, { action: 'take' });
    await updateTicket(ids[1]!, { action: 'note', body: 'Internal' });
    await updateTicket(ids[1]!, { action: 'reply', body: 'Log in again.' });
    const { status, body, headers } = await getOwnTicket(anna, ids[1]!);
    expect([status, headers['etag']]).toEqual([200, `"r${String(body['rev'])}"`]);
    expect(body['messages']).toMatchObject([
      { body: 'Please help.', by_staff: false },
      { body: 'Log in again.', by_staff: true, author_name: expect.stringContaining('Olga') as string },
    ]);
    expect(JSON.stringify(body)).not.toContain('Internal');
  });

  it("the call for own tickets responds with 404 to everyone but the ticket's author", async () => {
    const answer = async (user: TestUser, id: string) => {
      const { status, body } = await getOwnTicket(user, id);
      return [status, { ...body, request_id: '' }];
    };
    const missing = await answer(anna, uuidv7());
    expect(missing[0]).toBe(404);
    for (const user of [olga, await server.user(), await server.user(roles.admin)]) {
      expect(await answer(user, ids[1]!)).toEqual(missing);
      expect(await list(user)).toMatchObject({ results: [], count: 0, total_count: 0 });
    }
    await server.db.updateTable('tickets').set({ deleted_at: anna.created_at }).where('id', '=', ids[2]!).execute();
    expect(await answer(anna, ids[2]!)).toEqual(missing);
    expect(await list(anna)).toMatchObject({ count: 2, total_count: 2 });
  });
});
