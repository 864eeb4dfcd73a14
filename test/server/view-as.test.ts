import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed, callNames, type CallName } from '../../contract/api-calls/index.ts';
import { viewReadNames } from '../../contract/api-calls/view-reads.ts';
import { writeNames } from '../../contract/writes/index.ts';
import type { User } from '../../server/db/tables.ts';
import { addLesson, samplesOf } from '../helpers/samples.ts';
import { codesIn, openTestServer, roles, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';
import { MINUTE, ViewSessions, type Team } from '../helpers/views.ts';

let server: TestServer;
let views: ViewSessions;
beforeAll(async () => {
  server = await openTestServer({ app: { demo: true } });
  views = new ViewSessions(server);
});
afterAll(() => server.close());

const readRevision = async () =>
  (await server.db.selectFrom('sync_counter').select('rev').where('scope', '=', server.scope).executeTakeFirst())?.rev;

const update = (
  user: TestUser,
  fields: Partial<Pick<User, 'is_blocked' | 'token_version' | 'is_manager' | 'responsible_id' | 'deleted_at'>>,
) => server.db.updateTable('users').set(fields).where('scope', '=', server.scope).where('id', '=', user.id).execute();

describe('starting to view the app as another person', () => {
  it('lets a manager view the app as a consultant of their team for 30 minutes', async () => {
    const { manager, consultant } = await views.team({ first_name: 'Carl', last_name: 'Weber' });
    const { status, body } = await views.start(manager, consultant.id);
    expect(status).toBe(200);
    expect(body['user']).toEqual({ id: consultant.id, name: 'Carl Weber' });
    const minutes = (Date.parse(String(body['expires_at'])) - Date.parse(String(body['server_time']))) / MINUTE;
    expect(minutes).toBe(30);
    const me = await views.read('accounts.me', String(body['token']));
    expect([me.status, me.body['id']]).toEqual([200, consultant.id]);
  });

  it("responds to a view of someone outside the viewer's permission as if the person did not exist", async () => {
    const { manager, consultant } = await views.team();
    const missing = await views.start(manager, uuidv7());
    expect([missing.status, missing.body['code']]).toEqual([404, 'not_found']);
    const others = [
      (await views.team()).consultant,
      manager,
      await server.user({ responsible_id: manager.id }),
      await server.user({ ...roles.manager, responsible_id: manager.id }),
      await server.user({ ...roles.admin, responsible_id: manager.id }),
      await server.user({ ...roles.consultant, responsible_id: manager.id, is_blocked: true }),
      await server.user({ ...roles.consultant, responsible_id: manager.id, is_active: false }),
    ];
    const { request_id: _, ...expected } = missing.body;
    for (const { id } of others) {
      const { status, body } = await views.start(manager, id);
      const { request_id: __, ...answer } = body;
      expect([status, answer]).toEqual([404, expected]);
    }
    const admin = await server.user(roles.admin);
    for (const { id } of [admin, await server.user({ ...roles.admin, is_active: false })])
      expect((await views.start(admin, id)).body['code']).toBe('not_found');
    for (const { id } of [consultant, manager, await server.user()])
      expect((await views.start(admin, id)).status).toBe(200);
  });

  it('requires a reason of 5 to 200 characters to start a view', async () => {
    const { manager, consultant } = await views.team();
    for (const reason of ['help', '    help    ', 'x'.repeat(201)]) {
      const { status, body } = await views.start(manager, consultant.id, reason);
      expect([status, Object.keys(codesIn(body))]).toEqual([400, ['reason']]);
    }
    for (const reason of ['tasks', 'x'.repeat(200)])
      expect((await views.start(manager, consultant.id, reason)).status).toBe(200);
  });

  it('ends the earlier view of a viewer who starts another one', async () => {
    const { manager, consultant } = await views.team();
    const first = await views.token(manager, consultant);
    const second = await views.token(manager, consultant);
    expect((await views.read('accounts.me', first)).status).toBe(401);
    expect((await views.read('accounts.me', second)).status).toBe(200);
  });
});

describe('a view token', () => {
  it('rejects a view token in every call that does more than read, and changes nothing', async () => {
    const { manager, consultant } = await views.team();
    const admin = await server.user(roles.admin);
    const fixed = { lesson_id: await addLesson(server), email: admin.email!, password: TEST_PASSWORD };
    const samples = samplesOf(server, fixed);
    const token = await views.token(manager, consultant);
    const allowed: readonly CallName[] = [...viewReadNames, 'view_as.stop'];
    for (const name of callNames) {
      if (allowed.includes(name) || name === 'sync.events') continue;
      // Some samples set an Authorization header, which would replace the view token, so remove it.
      const { headers = {}, ...options } = await samples[name](admin.token);
      const { authorization: _, ...otherHeaders } = headers;
      const before = await readRevision();
      const { status, body } = await views.read(name, token, { ...options, headers: otherHeaders });
      expect([name, status, body['code']]).toEqual([name, 403, 'view_only']);
      expect(await readRevision()).toBe(before);
    }
    const stream = await views.read('sync.events', token);
    expect([stream.status, stream.body['code']]).toEqual([403, 'view_only']);
  });

  it('rejects a view token in a push of every kind of write', async () => {
    const { manager, consultant } = await views.team();
    const token = await views.token(manager, consultant);
    const before = await readRevision();
    for (const kind of writeNames) {
      const ops = [{ op_id: uuidv7(), kind, id: uuidv7(), args: {} }];
      const { status, body } = await views.read('sync.push', token, { body: { proto: 1, device_id: uuidv7(), ops } });
      expect([kind, status, body['code']]).toEqual([kind, 403, 'view_only']);
    }
    expect(await readRevision()).toBe(before);
  });

  it('accepts a view token in every permitted call', async () => {
    // As a manager, the viewed person may use every call that employees may use.
    const admin = await server.user(roles.admin);
    const manager = await server.user(roles.manager);
    const samples = samplesOf(server, { lesson_id: await addLesson(server), email: 'x@example.org', password: 'x' });
    const token = await views.token(admin, manager);
    for (const name of viewReadNames) {
      if (name === 'sync.blob') continue;
      const options = await samples[name](manager.token);
      const { status } = await views.read(name, token, options);
      expect([name, status]).toEqual([name, callNamed(name).status ?? 200]);
    }
  });

  it('permits in view mode only GET requests and the listed POST calls that only read', () => {
    const postCalls = viewReadNames.filter((name) => callNamed(name).method !== 'GET');
    expect(postCalls).toEqual([
      'lessons.list',
      'subscription.periods',
      'subscription.packages',
      'tasks.list',
      'team.structure_users',
      'team.waiting_users',
      'team.completed_tasks',
      'people.details',
      'people.action_logs',
      'partners.details',
      'statistics.figures',
      'statistics.countries',
      'statistics.staff',
      'statistics.records',
      'imports.list',
      'tickets.list',
      'tickets.detail',
    ]);
    const secrets: CallName[] = ['own.outbox_key', 'accounts.make_link', 'accounting.ledger', 'books.file'];
    expect(secrets.filter((name) => (viewReadNames as readonly CallName[]).includes(name))).toEqual([]);
  });

  it('treats a view token as missing after 30 minutes', async () => {
    const { manager, consultant } = await views.team();
    const token = await views.token(manager, consultant);
    const { request_id: _, ...missing } = (await server.call('accounts.me')).body;
    server.clock.advance(30 * MINUTE - 1000);
    expect((await views.read('accounts.me', token)).status).toBe(200);
    server.clock.advance(1000);
    for (const name of ['accounts.me', 'sync.push', 'view_as.stop'] as const) {
      const { status, body } = await views.read(name, token);
      const { request_id: __, ...answer } = body;
      expect([status, answer]).toEqual([401, missing]);
    }
    expect((await server.call('own.refresh', { token })).status).not.toBe(200);
    // Public calls respond as if the request had no token.
    expect((await server.call('configs.all', { token })).status).toBe(200);
  });

  it.each<[string, (team: Team) => Promise<unknown>]>([
    ['logs out', ({ manager }) => server.call('own.logout', { token: manager.token, body: {} })],
    ['is blocked', ({ manager }) => update(manager, { is_blocked: true })],
    ['has all sessions ended', ({ manager }) => update(manager, { token_version: 2 })],
    ['is no manager any more', ({ manager }) => update(manager, { is_manager: false })],
    ['loses the consultant to another team', ({ consultant }) => update(consultant, { responsible_id: null })],
    [
      'removes the consultant',
      ({ consultant }) => update(consultant, { deleted_at: server.clock.now().toISOString() }),
    ],
  ])('ends a view when the viewer %s', async (_event, end) => {
    const team = await views.team();
    const token = await views.token(team.manager, team.consultant);
    expect((await views.read('accounts.me', token)).status).toBe(200);
    await end(team);
    expect((await views.read('accounts.me', token)).status).toBe(401);
  });

  it('registers no device of the viewed person, even if a request in view mode names a device id', async () => {
    const { manager, consultant } = await views.team();
    const token = await views.token(manager, consultant);
    const query = { group: 'p0', device_id: uuidv7() };
    expect(
      (await views.read('sync.snapshot', token, { query, headers: { 'X-Device-Id': query.device_id } })).status,
    ).toBe(200);
    expect((await server.call('own.devices', { token: consultant.token })).body).toEqual([]);
  });
});
