import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed, callNames, type CallName } from '../../contract/api-calls/index.ts';
import { viewReadNames } from '../../contract/api-calls/view-reads.ts';
import { writeNames } from '../../contract/writes/index.ts';
import type { User } from '../../server/db/tables.ts';
import { MASK } from '../../server/features/view-as/mask.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { addLesson, samplesOf } from '../helpers/samples.ts';
import { paymentSamples } from '../helpers/payment-samples.ts';
import {
  codesIn,
  openTestServer,
  roles,
  TEST_PASSWORD,
  type CallOptions,
  type TestReply,
  type TestServer,
  type TestUser,
} from '../helpers/server.ts';

const REASON = 'Asked for help with tasks';
const MINUTE = 60_000;
const PAGE = '/staff-dashboard';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ app: { demo: true } });
});
afterAll(() => server.close());

interface Team {
  manager: TestUser;
  consultant: TestUser;
}

async function makeTeam(fields: Partial<User> = {}): Promise<Team> {
  const manager = await server.user({ ...roles.manager, first_name: 'Mary', last_name: 'Berg' });
  const consultant = await server.user({ ...roles.consultant, responsible_id: manager.id, ...fields });
  return { manager, consultant };
}

const start = (viewer: TestUser, user_id: string, reason = REASON): Promise<TestReply> =>
  server.call('view_as.start', { token: viewer.token, body: { user_id, reason } });

async function viewToken(viewer: TestUser, target: TestUser): Promise<string> {
  const { status, body } = await start(viewer, target.id);
  expect(status).toBe(200);
  return String(body['token']);
}

/** Sends a call as the page of a view does. */
const read = (name: CallName, token: string, options: CallOptions = {}, page = PAGE): Promise<TestReply> =>
  server.call(name, { ...options, token, headers: { 'X-View-Page': page, ...options.headers } });

const auditOf = async (target_id: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .where('scope', '=', server.scope)
    .where('target_id', '=', target_id)
    .where('action', 'like', 'view_as_%')
    .orderBy('id')
    .execute();

const revision = async () =>
  (await server.db.selectFrom('sync_counter').select('rev').where('scope', '=', server.scope).executeTakeFirst())?.rev;

describe('the start of a view', () => {
  it('a manager sees the app as a consultant of the own team for 30 minutes', async () => {
    const { manager, consultant } = await makeTeam({ first_name: 'Carl', last_name: 'Weber' });
    const { status, body } = await start(manager, consultant.id);
    expect(status).toBe(200);
    expect(body['user']).toEqual({ id: consultant.id, name: 'Carl Weber' });
    const minutes = (Date.parse(String(body['expires_at'])) - Date.parse(String(body['server_time']))) / MINUTE;
    expect(minutes).toBe(30);
    const me = await read('accounts.me', String(body['token']));
    expect([me.status, me.body['id']]).toEqual([200, consultant.id]);
  });

  it('answers for everyone else as for a person who does not exist', async () => {
    const { manager, consultant } = await makeTeam();
    const missing = await start(manager, uuidv7());
    expect([missing.status, missing.body['code']]).toEqual([404, 'not_found']);
    const others = [
      (await makeTeam()).consultant,
      manager,
      await server.user({ responsible_id: manager.id }),
      await server.user({ ...roles.manager, responsible_id: manager.id }),
      await server.user({ ...roles.admin, responsible_id: manager.id }),
      await server.user({ ...roles.consultant, responsible_id: manager.id, is_blocked: true }),
      await server.user({ ...roles.consultant, responsible_id: manager.id, is_active: false }),
    ];
    const { request_id: _, ...expected } = missing.body;
    for (const { id } of others) {
      const { status, body } = await start(manager, id);
      const { request_id: __, ...answer } = body;
      expect([status, answer]).toEqual([404, expected]);
    }
    const admin = await server.user(roles.admin);
    for (const { id } of [admin, await server.user({ ...roles.admin, is_active: false })])
      expect((await start(admin, id)).body['code']).toBe('not_found');
    for (const { id } of [consultant, manager, await server.user()]) expect((await start(admin, id)).status).toBe(200);
  });

  it('needs a reason of 5 to 200 characters', async () => {
    const { manager, consultant } = await makeTeam();
    for (const reason of ['help', '    help    ', 'x'.repeat(201)]) {
      const { status, body } = await start(manager, consultant.id, reason);
      expect([status, Object.keys(codesIn(body))]).toEqual([400, ['reason']]);
    }
    for (const reason of ['tasks', 'x'.repeat(200)])
      expect((await start(manager, consultant.id, reason)).status).toBe(200);
  });

  it('ends the earlier view of the same viewer', async () => {
    const { manager, consultant } = await makeTeam();
    const first = await viewToken(manager, consultant);
    const second = await viewToken(manager, consultant);
    expect((await read('accounts.me', first)).status).toBe(401);
    expect((await read('accounts.me', second)).status).toBe(200);
  });
});

describe('a view token', () => {
  it('is refused by every call that does more than read, and nothing changes', async () => {
    const { manager, consultant } = await makeTeam();
    const admin = await server.user(roles.admin);
    const fixed = { lesson_id: await addLesson(server), email: admin.email!, password: TEST_PASSWORD };
    const samples = samplesOf(server, fixed);
    const token = await viewToken(manager, consultant);
    const allowed: readonly CallName[] = [...viewReadNames, 'view_as.stop'];
    for (const name of callNames) {
      if (allowed.includes(name) || name === 'sync.events') continue;
      // Some samples bring a token of their own.
      const { headers = {}, ...options } = await samples[name](admin.token);
      const { authorization: _, ...otherHeaders } = headers;
      const before = await revision();
      const { status, body } = await read(name, token, { ...options, headers: otherHeaders });
      expect([name, status, body['code']]).toEqual([name, 403, 'view_only']);
      expect(await revision()).toBe(before);
    }
    const stream = await read('sync.events', token);
    expect([stream.status, stream.body['code']]).toEqual([403, 'view_only']);
  });

  it('is refused by every write of the contract', async () => {
    const { manager, consultant } = await makeTeam();
    const token = await viewToken(manager, consultant);
    const before = await revision();
    for (const kind of writeNames) {
      const ops = [{ op_id: uuidv7(), kind, id: uuidv7(), args: {} }];
      const { status, body } = await read('sync.push', token, { body: { proto: 1, device_id: uuidv7(), ops } });
      expect([kind, status, body['code']]).toEqual([kind, 403, 'view_only']);
    }
    expect(await revision()).toBe(before);
  });

  it('reads with every permitted call what the person reads', async () => {
    // As a manager, the person may use every call that employees may use.
    const admin = await server.user(roles.admin);
    const manager = await server.user(roles.manager);
    const samples = samplesOf(server, { lesson_id: await addLesson(server), email: 'x@example.org', password: 'x' });
    const token = await viewToken(admin, manager);
    for (const name of viewReadNames) {
      if (name === 'sync.blob') continue;
      const options = await samples[name](manager.token);
      const { status } = await read(name, token, options);
      expect([name, status]).toEqual([name, callNamed(name).status ?? 200]);
    }
  });

  it('is permitted only for reads, which change nothing by their method or by name', () => {
    const byPost = viewReadNames.filter((name) => callNamed(name).method !== 'GET');
    expect(byPost).toEqual([
      'lessons.list',
      'subscription.periods',
      'subscription.packages',
      'tasks.list',
      'team.structure_users',
      'team.waiting_users',
      'team.completed_tasks',
      'people.details',
      'people.action_logs',
      'tickets.list',
      'tickets.detail',
    ]);
    const secrets: CallName[] = ['own.outbox_key', 'accounts.make_link', 'accounting.ledger', 'books.file'];
    expect(secrets.filter((name) => (viewReadNames as readonly CallName[]).includes(name))).toEqual([]);
  });

  it('answers after 30 minutes as if there was no token', async () => {
    const { manager, consultant } = await makeTeam();
    const token = await viewToken(manager, consultant);
    const { request_id: _, ...missing } = (await server.call('accounts.me')).body;
    server.clock.advance(30 * MINUTE - 1000);
    expect((await read('accounts.me', token)).status).toBe(200);
    server.clock.advance(1000);
    for (const name of ['accounts.me', 'sync.push', 'view_as.stop'] as const) {
      const { status, body } = await read(name, token);
      const { request_id: __, ...answer } = body;
      expect([status, answer]).toEqual([401, missing]);
    }
    expect((await server.call('own.refresh', { token })).status).not.toBe(200);
    // Public calls work as without a token.
    expect((await server.call('configs.all', { token })).status).toBe(200);
  });

  it.each<[string, (team: Team) => Promise<unknown>]>([
    ['logs out', ({ manager }) => server.call('own.logout', { token: manager.token, body: {} })],
    ['is blocked', ({ manager }) => update(manager, { is_blocked: true })],
    ['has other sessions ended', ({ manager }) => update(manager, { token_version: 2 })],
    ['is no manager any more', ({ manager }) => update(manager, { is_manager: false })],
    ['loses the consultant to another team', ({ consultant }) => update(consultant, { responsible_id: null })],
    [
      'removes the consultant',
      ({ consultant }) => update(consultant, { deleted_at: server.clock.now().toISOString() }),
    ],
  ])('ends when the viewer %s', async (_event, end) => {
    const team = await makeTeam();
    const token = await viewToken(team.manager, team.consultant);
    expect((await read('accounts.me', token)).status).toBe(200);
    await end(team);
    expect((await read('accounts.me', token)).status).toBe(401);
  });

  it('registers no device and takes no device id of the person', async () => {
    const { manager, consultant } = await makeTeam();
    const token = await viewToken(manager, consultant);
    const query = { group: 'p0', device_id: uuidv7() };
    expect((await read('sync.snapshot', token, { query, headers: { 'X-Device-Id': query.device_id } })).status).toBe(
      200,
    );
    expect((await server.call('own.devices', { token: consultant.token })).body).toEqual([]);
  });
});

const update = (
  user: TestUser,
  fields: Partial<Pick<User, 'is_blocked' | 'token_version' | 'is_manager' | 'responsible_id' | 'deleted_at'>>,
) => server.db.updateTable('users').set(fields).where('scope', '=', server.scope).where('id', '=', user.id).execute();

describe('the record of a view', () => {
  it('the audit log names the start with its reason, each screen once in a row, and the stop', async () => {
    const { manager, consultant } = await makeTeam();
    const token = await viewToken(manager, consultant);
    for (const page of ['/tasks', '/tasks', '/leads', '/tasks']) await read('accounts.me', token, {}, page);
    await read('view_as.stop', token);
    const entries = await auditOf(consultant.id);
    const view_id = entries[0]?.detail['view_id'];
    expect(entries.map(({ action, detail }) => [action, detail['page'] ?? detail['end'] ?? detail['reason']])).toEqual([
      ['view_as_started', REASON],
      ['view_as_page', '/tasks'],
      ['view_as_page', '/leads'],
      ['view_as_page', '/tasks'],
      ['view_as_stopped', 'closed'],
    ]);
    expect(entries.every(({ actor_id, detail }) => actor_id === manager.id && detail['view_id'] === view_id)).toBe(
      true,
    );
  });

  it('keeps phone numbers in the reason out of the audit log', async () => {
    const { manager, consultant } = await makeTeam();
    await start(manager, consultant.id, 'Called from +49 151 2345678');
    expect((await auditOf(consultant.id))[0]?.detail['reason']).toBe(`Called from ${MASK}`);
  });

  it('refuses a read that does not name its screen by its path', async () => {
    const { manager, consultant } = await makeTeam();
    const token = await viewToken(manager, consultant);
    for (const page of ['leads', '/leads?search=%2B4915112345678', `/${'x'.repeat(201)}`]) {
      const { status, body } = await read('accounts.me', token, {}, page);
      expect([status, body['code']]).toEqual([400, 'invalid']);
    }
    expect((await server.call('accounts.me', { token })).status).toBe(400);
  });

  it('tells the person who saw the app as them, from when and until when', async () => {
    const { manager, consultant } = await makeTeam();
    const token = await viewToken(manager, consultant);
    const views = async () => {
      const { body } = await server.call('sync.snapshot', { token: consultant.token, query: { group: 'p1' } });
      const rows = body['rows'] as unknown as { c: string; row: Record<string, unknown> }[];
      return rows.filter(({ c }) => c === 'account_views').map(({ row }) => row);
    };
    const started_at = server.clock.now().toISOString();
    expect(await views()).toMatchObject([{ viewer_name: 'Mary Berg', started_at, ended_at: null }]);
    server.clock.advance(5 * MINUTE);
    await read('view_as.stop', token);
    expect(await views()).toMatchObject([{ started_at, ended_at: server.clock.now().toISOString() }]);
    const { body } = await server.call('sync.snapshot', { token: manager.token, query: { group: 'p1' } });
    expect(JSON.stringify(body)).not.toContain('account_views');
  });

  it('ends the record of a view whose time is over, once', async () => {
    const { manager, consultant } = await makeTeam();
    await viewToken(manager, consultant);
    const expires_at = new Date(server.clock.now().getTime() + 30 * MINUTE).toISOString();
    server.clock.advance(31 * MINUTE);
    const handlers = jobHandlers(server.deps, { mailer: { send: async () => {} } as never, public_url: '' });
    await runDueJobs(server.deps, handlers);
    await runDueJobs(server.deps, handlers);
    const entries = await auditOf(consultant.id);
    expect(entries.map(({ action, detail }) => [action, detail['end']])).toEqual([
      ['view_as_started', undefined],
      ['view_as_stopped', 'expired'],
    ]);
    const { ended_at } = await server.db
      .selectFrom('account_views')
      .select('ended_at')
      .where('target_id', '=', consultant.id)
      .executeTakeFirstOrThrow();
    expect(ended_at).toBe(expires_at);
  });

  it('adds an entry to the timeline of a member', async () => {
    const admin = await server.user(roles.admin);
    const { consultant } = await makeTeam();
    const member = await server.user({ responsible_id: consultant.id });
    await viewToken(admin, member);
    const { body } = await server.call('sync.snapshot', { token: consultant.token, query: { group: 'p1' } });
    const rows = body['rows'] as unknown as { c: string; row: Record<string, unknown> }[];
    const events = rows.filter(({ c }) => c === 'person_events').map(({ row }) => row);
    expect(events).toMatchObject([{ person_id: member.id, kind: 'view_as', by_id: admin.id }]);
  });

  it('a viewer without a view token ends all own views', async () => {
    const { manager, consultant } = await makeTeam();
    const token = await viewToken(manager, consultant);
    expect((await server.call('view_as.stop', { token: consultant.token })).status).toBe(200);
    expect((await read('accounts.me', token)).status).toBe(200);
    expect((await server.call('view_as.stop', { token: manager.token })).status).toBe(200);
    expect((await read('accounts.me', token)).status).toBe(401);
  });
});

describe('what a view shows', () => {
  it('hides phone numbers of other people in fields and texts, but not that of the person', async () => {
    const { manager, consultant } = await makeTeam();
    const notes = 'Number of the office: 0228 1234567, or +49 (171) 234-56-78. Born 03.05.1990.';
    const phone = '+4915155555555';
    const person = await server.user({ responsible_id: consultant.id, phone, notes });
    const phones = [{ number: '112 233', label: 'work' }];
    await server.call('contacts.add', { token: consultant.token, body: { first_name: 'Nina', phones } });
    const token = await viewToken(manager, consultant);
    const details = await read('people.details', token, { body: { user_id: person.id } });
    expect(details.body['user']).toMatchObject({
      phone: MASK,
      notes: `Number of the office: ${MASK}, or ${MASK}. Born 03.05.1990.`,
    });
    const { body } = await read('sync.snapshot', token, { query: { group: 'p1' } });
    expect(JSON.stringify(body)).not.toMatch(/15155555555|112 233|1234567/);
    expect(JSON.stringify(body)).toContain(`"phones":[{"label":"work","number":"${MASK}"}]`);
    expect((await read('accounts.me', token)).body['phone']).toBe(consultant.phone);
  });

  it('hides amounts, receipts and photos of donations', async () => {
    const { manager, consultant } = await makeTeam();
    const options = await paymentSamples(server)['payments.manual_donation'](consultant.token);
    expect(
      (await server.call('payments.manual_donation', { ...options, token: consultant.token })).status,
    ).toBeLessThan(300);
    const query = { group: 'p1' };
    const own = await server.call('sync.snapshot', { token: consultant.token, query });
    const rowsOf = ({ body }: TestReply) =>
      (body['rows'] as unknown as { c: string; row: Record<string, unknown> }[])
        .filter(({ c }) => c === 'donations')
        .map(({ row }) => row);
    expect(rowsOf(own)).not.toMatchObject([{ amount_cents: 0 }]);
    const token = await viewToken(manager, consultant);
    expect(rowsOf(await read('sync.snapshot', token, { query }))).toMatchObject([
      { amount_cents: 0, receipt: MASK, photo: null },
    ]);
  });
});
