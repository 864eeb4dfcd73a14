import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityName } from '../../contract/entities/stores.ts';
import { openTestServer, roles, TEST_PASSWORD, TestClock, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
const clock = new TestClock();

beforeAll(async () => {
  server = await openTestServer({ clock });
});
afterAll(() => server.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();

const opOf = (kind: string, entity: EntityName, id: string, args: object, written = at()) => ({
  op_id: uuidv7(),
  lane: `${entity}:${id}`,
  deps: [],
  kind,
  v: 1,
  entity,
  id,
  base_rev: 0,
  base: null,
  args,
  at: written,
  clock_offset_ms: 0,
});

interface Answer {
  status: number;
  code: unknown;
  results: { status: number; code?: string }[];
}
async function push(by: TestUser, ops: object[]): Promise<Answer> {
  const { status, body } = await server.call('sync.push', {
    token: by.token,
    body: { proto: 1, device_id: uuidv7(), ops },
  });
  return { status, code: body['code'], results: (body['results'] ?? []) as Answer['results'] };
}
/** Returns the user with the token of a new login. */
const withNewLogin = async (user: TestUser): Promise<TestUser> => ({ ...user, token: await server.tokenFor(user) });
const handoversTo = ({ id }: TestUser) =>
  server.db.selectFrom('handovers').selectAll().where('scope', '=', server.scope).where('to_id', '=', id).execute();

/** Returns an op that logs a call with a contact or a person. */
const callWith = (about: { contact_id?: unknown; user_id?: unknown }, written = at()) => {
  const target = { contact_id: null, user_id: null, phone_raw: null, ...about };
  const call = { kind: 'call', direction: 'out', at: written, duration_s: 60, result: 'reached' };
  const noteFields = { note: 'She will come on Thursday', follow_up_at: null, task_id: null };
  return opOf('interaction.log', 'interactions', uuidv7(), { ...target, ...call, ...noteFields }, written);
};

async function team() {
  const maria = await server.user({ ...roles.manager, first_name: 'Maria' });
  const olga = await server.user({ ...roles.consultant, first_name: 'Olga', responsible_id: maria.id });
  const { body } = await server.call('contacts.add', { token: olga.token, body: { first_name: 'Nina' } });
  const block = (is_blocked: boolean) =>
    server.call('employees.block', { token: maria.token, body: { user_id: olga.id, is_blocked } });
  const log = (written = at()) => callWith({ contact_id: body['id'] }, written);
  return { maria, olga, block, log };
}

describe('work of a blocked person', () => {
  it('hands over work from before a block exactly once, and does not apply it after the unblock', async () => {
    const { maria, olga, block, log } = await team();
    const before = log();
    clock.advance(HOUR);
    await block(true);
    clock.advance(HOUR);
    for (let tries = 0; tries < 2; tries += 1)
      expect(await push(olga, [before])).toMatchObject({ status: 403, code: 'blocked' });
    const offers = await handoversTo(maria);
    expect(offers).toMatchObject([
      { from_id: olga.id, kind: 'interaction.log', title: 'Nina', state: 'offered', at: before.at },
    ]);
    expect(offers[0]?.args).toMatchObject({ note: 'She will come on Thursday' });
    const logged = server.db.selectFrom('interactions').selectAll().where('id', '=', before.id);
    expect(await logged.execute()).toEqual([]);
    // After the unblock, the device learns that its work was handed over. The work is not applied a second time.
    await block(false);
    expect((await push(await withNewLogin(olga), [before])).results).toMatchObject([
      { status: 409, code: 'handed_over' },
    ]);
    expect(await logged.execute()).toEqual([]);
    expect(await handoversTo(maria)).toHaveLength(1);
  });

  it('hands over neither personal writes nor work done after a block', async () => {
    const { maria, olga, block, log } = await team();
    const settings = opOf('settings.update', 'me', olga.id, { theme: 'dark' });
    clock.advance(HOUR);
    await block(true);
    clock.advance(HOUR);
    const after = log();
    expect((await push(olga, [settings, after])).code).toBe('blocked');
    expect(await handoversTo(maria)).toEqual([]);
    await block(false);
    expect((await push(await withNewLogin(olga), [settings, after])).results).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
  });

  it('hands over no work of a blocked person on records that were never accessible to them', async () => {
    const { maria, olga, block } = await team();
    const other = await server.user({ ...roles.consultant, responsible_id: maria.id });
    const nina = await server.user({ first_name: 'Nina', responsible_id: other.id });
    const own = await server.user({ first_name: 'Own', responsible_id: olga.id });
    const { body } = await server.call('contacts.add', { token: other.token, body: { first_name: 'Nina' } });
    const note = (person_id: string) =>
      opOf('person.note', 'person_events', uuidv7(), { person_id, text: 'Call me', at: at() }, at(-30 * 24 * HOUR));
    const inaccessibleOps = [
      note(nina.id),
      note(uuidv7()),
      opOf('person.edit', 'people', nina.id, { city: 'Ulm' }),
      opOf('contact.edit', 'contacts', String(body['id']), { city: 'Ulm' }),
    ];
    const ownOp = note(own.id);
    clock.advance(HOUR);
    await block(true);
    expect((await push(olga, [...inaccessibleOps, ownOp])).code).toBe('blocked');
    expect(await handoversTo(other)).toEqual([]);
    expect(await handoversTo(maria)).toMatchObject([{ id: ownOp.op_id, kind: 'person.note' }]);
  });

  it('hands over at most a hundred writes of a blocked person a day', async () => {
    const { maria, olga, block, log } = await team();
    const ops = Array.from({ length: 100 }, () => log());
    const last = log();
    clock.advance(HOUR);
    await block(true);
    await push(olga, ops);
    await push(olga, [last]);
    expect(await handoversTo(maria)).toHaveLength(100);
    clock.advance(24 * HOUR);
    await push({ ...olga, token: await server.tokenFor(olga) }, [last]);
    expect(await handoversTo(maria)).toHaveLength(101);
  });

  it('accepts the work of a blocked person without a manager only after the unblock', async () => {
    const admin = await server.user(roles.admin);
    const alone = await server.user(roles.consultant);
    const { body } = await server.call('contacts.add', { token: alone.token, body: { first_name: 'Nina' } });
    const edit = opOf('contact.edit', 'contacts', String(body['id']), { city: 'Ulm' });
    clock.advance(HOUR);
    const block = (is_blocked: boolean) =>
      server.call('employees.block', { token: admin.token, body: { user_id: alone.id, is_blocked } });
    await block(true);
    expect((await push(alone, [edit])).code).toBe('blocked');
    await block(false);
    expect((await push(await withNewLogin(alone), [edit])).results).toMatchObject([{ status: 200 }]);
  });

  it('rejects every call of a blocked person except a push', async () => {
    const { olga, block } = await team();
    await block(true);
    const requests = [
      server.call('sync.changes', { token: olga.token, query: { p0: 0 } }),
      server.call('accounts.me', { token: olga.token }),
      server.call('contacts.list', { token: olga.token }),
    ];
    for (const { status, body } of await Promise.all(requests))
      expect([status, body['code']]).toEqual([403, 'blocked']);
  });
});

describe('sessions of a blocked person', () => {
  const headers = { 'x-haversack-client': 'web', origin: 'http://localhost:8080' };

  /** Logs Olga in on a page of the app, which gets a refresh cookie. */
  async function logInOnPage(olga: TestUser) {
    const body = { username: olga.email, password: TEST_PASSWORD };
    const reply = await server.call('accounts.login', { body, headers });
    const cookie = String([reply.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    const refresh = async () => (await server.call('own.refresh', { headers: { ...headers, cookie } })).body['code'];
    return { page: { ...olga, token: String(reply.body['token']) }, refresh };
  }

  const me = async ({ token }: TestUser) => (await server.call('accounts.me', { token })).body['code'];

  it('ends the sessions of a blocked person, and requires a login after the unblock', async () => {
    const { olga, block } = await team();
    const { page, refresh } = await logInOnPage(olga);
    await block(true);
    expect([await me(page), await me(olga), await refresh()]).toEqual(['blocked', 'blocked', 'blocked']);
    const rows = server.db.selectFrom('refresh_tokens').select('revoked_at').where('user_id', '=', olga.id);
    expect(await rows.execute()).toEqual([{ revoked_at: at() }]);
    await block(false);
    const unauthorized = 'unauthorized';
    expect([await me(page), await me(olga), await refresh()]).toEqual([unauthorized, unauthorized, unauthorized]);
  });

  it('does not revive sessions that a logout ended before or during the block', async () => {
    const { olga, block } = await team();
    const endedBeforeBlock = await logInOnPage(olga);
    await server.call('own.logout', { token: endedBeforeBlock.page.token });
    const endedDuringBlock = await logInOnPage(olga);
    clock.advance(HOUR);
    await block(true);
    clock.advance(HOUR);
    expect([await me(endedBeforeBlock.page), await endedBeforeBlock.refresh()]).toEqual([
      'unauthorized',
      'unauthorized',
    ]);
    await server.call('own.logout', { token: endedDuringBlock.page.token });
    expect([await me(endedDuringBlock.page), await endedDuringBlock.refresh()]).toEqual([
      'unauthorized',
      'unauthorized',
    ]);
    expect((await push(endedDuringBlock.page, [])).code).toBe('unauthorized');
  });

  it('ends the sessions of a person who is blocked again', async () => {
    const { olga, block } = await team();
    const first = await logInOnPage(olga);
    await block(true);
    await block(false);
    const second = await logInOnPage(olga);
    clock.advance(1);
    await block(true);
    expect([await first.refresh(), await second.refresh()]).toEqual(['unauthorized', 'blocked']);
  });

  it('accepts an expired token for 30 days to hand over earlier work, and for nothing else', async () => {
    const { maria, olga, block, log } = await team();
    const { page, refresh } = await logInOnPage(olga);
    const [early, late, tooLate] = [log(), log(), log()];
    clock.advance(29 * DAY);
    await block(true);
    clock.advance(30 * DAY - 1);
    expect([await me(page), await refresh()]).toEqual(['unauthorized', 'blocked']);
    expect((await push(page, [early])).code).toBe('blocked');
    expect(await handoversTo(maria)).toHaveLength(1);
    clock.advance(1);
    expect((await push(page, [late])).code).toBe('unauthorized');
    expect((await push(await withNewLogin(olga), [late])).code).toBe('blocked');
    expect(await handoversTo(maria)).toHaveLength(2);
    clock.advance(1);
    expect((await push(await withNewLogin(olga), [tooLate])).code).toBe('blocked');
    expect(await handoversTo(maria)).toHaveLength(2);
  });

  it('rejects a push with an expired token unless a block ended the session', async () => {
    const { olga, block } = await team();
    const { page } = await logInOnPage(olga);
    clock.advance(HOUR);
    expect((await push(page, [])).code).toBe('unauthorized');
    clock.advance(31 * DAY);
    await block(true);
    expect((await push(page, [])).code).toBe('unauthorized');
  });
});

describe("a blocked person's work on other people's records", () => {
  it('hands over no write about a record that is missing or was never accessible', async () => {
    const { maria, olga, block } = await team();
    const carl = await server.user({ ...roles.consultant, responsible_id: maria.id });
    const stranger = await server.user({ responsible_id: carl.id });
    const { body: nina } = await server.call('contacts.add', { token: carl.token, body: { first_name: 'Nina' } });
    const logged = callWith({ contact_id: nina['id'] });
    expect((await push(carl, [logged])).results).toMatchObject([{ status: 200 }]);
    const { body: own } = await server.call('contacts.add', { token: olga.token, body: { first_name: 'Own' } });
    const note = { person_id: stranger.id, text: 'Call me', at: at() };
    const ops = [
      opOf('person.note', 'person_events', uuidv7(), note),
      callWith({ user_id: stranger.id }),
      callWith({ contact_id: nina['id'] }),
      callWith({ contact_id: own['id'], user_id: stranger.id }),
      callWith({ contact_id: uuidv7() }),
      opOf('contact.edit', 'contacts', String(nina['id']), { city: 'Ulm' }),
      opOf('contact.edit', 'contacts', uuidv7(), { city: 'Ulm' }),
      opOf('interaction.edit', 'interactions', logged.id, { note: 'Call me' }),
    ];
    clock.advance(HOUR);
    await block(true);
    expect((await push(olga, ops)).code).toBe('blocked');
    for (const colleague of [maria, carl]) expect(await handoversTo(colleague)).toEqual([]);
  });

  it("hands over a blocked person's work on a lead to the consultant who now has the lead", async () => {
    const { maria, olga, block } = await team();
    const carl = await server.user({ ...roles.consultant, responsible_id: maria.id });
    const lead = await server.user({ responsible_id: olga.id, status: 'active' });
    const before = callWith({ user_id: lead.id });
    clock.advance(HOUR);
    const given = { user_id: lead.id, consultant_id: carl.id };
    expect((await server.call('people.assign', { token: maria.token, body: given })).status).toBe(200);
    await block(true);
    await push(olga, [before]);
    expect(await handoversTo(carl)).toMatchObject([{ from_id: olga.id, kind: 'interaction.log' }]);
  });
});
