import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Branch } from '../../contract/api-calls/team.ts';
import type { User } from '../../server/db/tables.ts';
import { codesIn, openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const at = (day: string) => `${day}T10:00:00.000Z`;

/** Adds a member who was invited by `referrer`. */
const addInvited = (referrer: { id: string }, fields: Partial<User> = {}) =>
  server.user({ referrer_id: referrer.id, ...fields });

async function branch(token: string, id: string | null = null, query: Record<string, number> = {}): Promise<Branch> {
  const reply =
    id === null
      ? await server.call('team.children', { token, query })
      : await server.call('team.children_of', { token, params: { id }, query });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as unknown as Branch;
}

const names = ({ results }: Branch) => results.map(({ first_name }) => first_name);

async function remove(user: TestUser): Promise<void> {
  const admin = await server.user(roles.admin);
  const body = { user_id: user.id, typed_name: `${user.first_name} ${user.last_name}` };
  const reply = await server.call('people.remove', { token: admin.token, body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

describe('the levels of a team', () => {
  it('lists the people invited by the caller in the order of joining', async () => {
    const anna = await server.user();
    await addInvited(anna, { first_name: 'Cem', created_at: at('2026-02-03') });
    const ben = await addInvited(anna, { first_name: 'Ben', created_at: at('2025-12-24') });
    await addInvited(ben, { first_name: 'Dora' });
    const own = await branch(anna.token);
    expect(names(own)).toEqual(['Ben', 'Cem']);
    expect(own).toMatchObject({ count: 2, total_count: 2, path: [], people: 3, line_1: 2, this_month: 1 });
    expect(own.results.map(({ line, people, line_1, joined }) => [line, people, line_1, joined])).toEqual([
      [1, 1, 1, '2025-12'],
      [1, 0, 0, '2026-02'],
    ]);
  });

  it('lists the level below a person of the team, with the path that leads to it', async () => {
    const anna = await server.user({ first_name: 'Anna' });
    const ben = await addInvited(anna, { first_name: 'Ben' });
    const cem = await addInvited(ben, { first_name: 'Cem' });
    const dora = await addInvited(cem, { first_name: 'Dora' });
    const level = await branch(anna.token, cem.id);
    expect(level.path.map(({ id, line, people }) => [id, line, people])).toEqual([
      [ben.id, 1, 2],
      [cem.id, 2, 1],
    ]);
    expect(level.results.map(({ id, line }) => [id, line])).toEqual([[dora.id, 3]]);
    expect(level).toMatchObject({ people: 1, line_1: 1, this_month: 1 });
    // `line` is the distance from the caller, so it is smaller for a caller who is nearer to the person.
    expect((await branch(ben.token, cem.id)).results[0]).toMatchObject({ id: dora.id, line: 2 });
    expect(await branch(anna.token, anna.id)).toEqual(await branch(anna.token));
  });

  it("responds identically for a person outside of the caller's team and a missing one", async () => {
    const top = await server.user();
    const anna = await addInvited(top, { first_name: 'Anna' });
    const sister = await addInvited(top);
    const other = await openTestServer();
    const personOfOtherOrganisation = await other.user();
    for (const role of Object.values({ ...roles, blocked: {} })) {
      const caller = await addInvited(top, role);
      const ask = async (id: string) => {
        const { status, body } = await server.call('team.children_of', { token: caller.token, params: { id } });
        return [status, { ...body, request_id: '' }];
      };
      const missing = await ask(uuidv7());
      expect(missing[0]).toBe(404);
      for (const { id } of [anna, sister, top, personOfOtherOrganisation]) expect(await ask(id)).toEqual(missing);
    }
    await other.close();
  });

  it('the calls of the team require a login, and are open to every role', async () => {
    expect((await server.call('team.children')).status).toBe(401);
    for (const role of [roles.learner, roles.consultant, roles.manager, roles.admin]) {
      const caller = await server.user(role);
      const child = await addInvited(caller);
      expect((await branch(caller.token)).results.map(({ id }) => id)).toEqual([child.id]);
      expect((await branch(caller.token, child.id)).results).toEqual([]);
    }
  });
});

describe('the visible data of a team member', () => {
  const details = { city: 'Ulm', telegram: 'ben_k', address: 'Elm 1', notes: 'shy', date_birth: '1990-01-01' };

  it('the team shows only first name, initial, city, month of joining and counts of a person', async () => {
    const anna = await server.user();
    const fields = { ...details, first_name: 'Ben', last_name: ' éclair', created_at: at('2026-01-15') };
    const ben = await addInvited(anna, fields);
    const shown = {
      id: ben.id,
      first_name: 'Ben',
      last_initial: 'É',
      city: 'Ulm',
      joined: '2026-01',
      line: 1,
      people: 0,
      line_1: 0,
      phone: null,
      email: null,
      is_removed: false,
    };
    expect((await branch(anna.token)).results).toEqual([shown]);
    expect((await branch(anna.token, ben.id)).path).toEqual([shown]);
  });

  it("the team shows a person's phone and email only to the people above, and only with the person's permission", async () => {
    const top = await server.user();
    const anna = await addInvited(top);
    const ben = await addInvited(anna);
    const cem = await addInvited(ben);
    const patch = { show_contact_to_team: true };
    const saved = await server.call('accounts.update_me', { token: ben.token, body: patch });
    expect(saved.body['user']).toMatchObject(patch);
    const contact = { phone: ben.phone, email: ben.email };
    expect((await branch(anna.token)).results).toMatchObject([contact]);
    expect((await branch(top.token, anna.id)).results).toMatchObject([contact]);
    expect((await server.call('team.children_of', { token: cem.token, params: { id: ben.id } })).status).toBe(404);
    await server.call('accounts.update_me', { token: ben.token, body: { show_contact_to_team: false } });
    expect((await branch(anna.token)).results).toMatchObject([{ phone: null, email: null }]);
  });

  it('the team lists a removed person without personal data, and only while there are people below that person', async () => {
    const anna = await server.user();
    const ben = await addInvited(anna, { ...details, first_name: 'Ben', show_contact_to_team: true });
    const cem = await addInvited(ben, { first_name: 'Cem' });
    const dora = await addInvited(anna, { first_name: 'Dora' });
    await remove(ben);
    await remove(dora);
    const level = await branch(anna.token);
    const removed = { first_name: '', last_initial: '', city: null, joined: null, phone: null, email: null };
    expect(level.results).toEqual([{ ...removed, id: ben.id, line: 1, people: 1, line_1: 1, is_removed: true }]);
    expect(level).toMatchObject({ count: 1, people: 1, line_1: 0, this_month: 1 });
    expect(names(await branch(anna.token, ben.id))).toEqual(['Cem']);
    const ask = (id: string) => server.call('team.children_of', { token: anna.token, params: { id } });
    expect((await ask(dora.id)).status).toBe(404);
    await remove(cem);
    expect((await branch(anna.token)).results).toEqual([]);
    expect((await ask(ben.id)).status).toBe(404);
  });
});

describe('the pages of a level', () => {
  it('a page of a team level contains 50 people unless the request names another number', async () => {
    const anna = await server.user();
    for (let number = 0; number < 51; number += 1)
      await addInvited(anna, {
        first_name: `N${number}`,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
      });
    const first = await branch(anna.token);
    expect(first).toMatchObject({ count: 51, next: 2, previous: null, current: 1 });
    expect(names(first)).toEqual(Array.from({ length: 50 }, (_, number) => `N${number}`));
    const second = await branch(anna.token, null, { page: 2 });
    expect([names(second), second.next, second.previous]).toEqual([['N50'], null, 1]);
    expect(names(await branch(anna.token, null, { page: 2, page_size: 20 })).at(0)).toBe('N20');
    expect(names(await branch(anna.token, null, { page: 9 }))).toEqual([]);
  });

  it.each([
    { page: 0 },
    { page: 'x' },
    { page_size: 0 },
    { page_size: 101 },
    { page_size: 1.5 },
    { search: 'Ben' },
  ] as Record<string, string | number>[])('the pages of a team level reject the query %j', async (query) => {
    const { token, id } = await server.user();
    const replies = [
      await server.call('team.children', { token, query }),
      await server.call('team.children_of', { token, params: { id }, query }),
    ];
    for (const { status, body } of replies)
      expect([status, Object.keys(codesIn(body))]).toEqual([400, Object.keys(query)]);
  });

  it('rejects an invalid person id in the calls of the team', async () => {
    const { token } = await server.user();
    const { status, body } = await server.call('team.children_of', { token, params: { id: 'anna' } });
    expect([status, codesIn(body)]).toEqual([400, { id: 'invalid' }]);
  });
});
