import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MASK } from '../../server/features/view-as/mask.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { paymentSamples } from '../helpers/payment-samples.ts';
import { openTestServer, roles, type TestServer } from '../helpers/server.ts';
import { MINUTE, VIEW_REASON, ViewSessions } from '../helpers/views.ts';

let server: TestServer;
let views: ViewSessions;
beforeAll(async () => {
  server = await openTestServer();
  views = new ViewSessions(server);
});
afterAll(() => server.close());

const auditOf = async (target_id: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .where('scope', '=', server.scope)
    .where('target_id', '=', target_id)
    .where('action', 'like', 'view_as_%')
    .orderBy('id')
    .execute();

describe('the record of a view', () => {
  it('the audit log records the start of a view with its reason, each change of screen, and the stop', async () => {
    const { manager, consultant } = await views.team();
    const token = await views.token(manager, consultant);
    for (const page of ['/tasks', '/tasks', '/leads', '/tasks']) await views.read('accounts.me', token, {}, page);
    await views.read('view_as.stop', token);
    const entries = await auditOf(consultant.id);
    const view_id = entries[0]?.detail['view_id'];
    expect(entries.map(({ action, detail }) => [action, detail['page'] ?? detail['end'] ?? detail['reason']])).toEqual([
      ['view_as_started', VIEW_REASON],
      ['view_as_page', '/tasks'],
      ['view_as_page', '/leads'],
      ['view_as_page', '/tasks'],
      ['view_as_stopped', 'closed'],
    ]);
    expect(entries.every(({ actor_id, detail }) => actor_id === manager.id && detail['view_id'] === view_id)).toBe(
      true,
    );
  });

  it('keeps the record of a view permanently, in the audit log and for the viewed person', async () => {
    const { manager, consultant } = await views.team();
    await views.start(manager, consultant.id);
    await cleanUp(server.db, new Date(server.clock.now().getTime() + 10 * 365 * 86_400_000));
    expect(await auditOf(consultant.id)).toMatchObject([{ action: 'view_as_started', actor_id: manager.id }]);
    const kept = server.db.selectFrom('account_views').select('viewer_id').where('target_id', '=', consultant.id);
    expect(await kept.execute()).toEqual([{ viewer_id: manager.id }]);
  });

  it('masks phone numbers in the reason of a view before it is recorded', async () => {
    const { manager, consultant } = await views.team();
    await views.start(manager, consultant.id, 'Called from +49 151 2345678');
    expect((await auditOf(consultant.id))[0]?.detail['reason']).toBe(`Called from ${MASK}`);
  });

  it('rejects a read in view mode unless its header contains the path of a screen, without a query', async () => {
    const { manager, consultant } = await views.team();
    const token = await views.token(manager, consultant);
    for (const page of ['leads', '/leads?search=%2B4915112345678', `/${'x'.repeat(201)}`]) {
      const { status, body } = await views.read('accounts.me', token, {}, page);
      expect([status, body['code']]).toEqual([400, 'invalid']);
    }
    expect((await server.call('accounts.me', { token })).status).toBe(400);
  });

  it('tells the viewed person who viewed the app as them, and from when to when', async () => {
    const { manager, consultant } = await views.team();
    const token = await views.token(manager, consultant);
    const viewRows = () => views.rows(consultant.token, 'account_views');
    const started_at = server.clock.now().toISOString();
    expect(await viewRows()).toMatchObject([{ viewer_name: 'Mary Berg', started_at, ended_at: null }]);
    server.clock.advance(5 * MINUTE);
    await views.read('view_as.stop', token);
    expect(await viewRows()).toMatchObject([{ started_at, ended_at: server.clock.now().toISOString() }]);
    expect(await views.rows(manager.token, 'account_views')).toEqual([]);
  });

  it('records the end of an expired view only once', async () => {
    const { manager, consultant } = await views.team();
    await views.token(manager, consultant);
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

  it("adds a view of the app as a member to that member's timeline", async () => {
    const admin = await server.user(roles.admin);
    const { consultant } = await views.team();
    const member = await server.user({ responsible_id: consultant.id });
    await views.token(admin, member);
    const events = await views.rows(consultant.token, 'person_events');
    expect(events).toMatchObject([{ person_id: member.id, kind: 'view_as', by_id: admin.id }]);
  });

  it('ends all views of a viewer who calls stop without a view token, and no others', async () => {
    const { manager, consultant } = await views.team();
    const token = await views.token(manager, consultant);
    expect((await server.call('view_as.stop', { token: consultant.token })).status).toBe(200);
    expect((await views.read('accounts.me', token)).status).toBe(200);
    expect((await server.call('view_as.stop', { token: manager.token })).status).toBe(200);
    expect((await views.read('accounts.me', token)).status).toBe(401);
  });
});

describe('the data shown in view mode', () => {
  it("hides other people's phone numbers in view mode, but not the viewed person's own", async () => {
    const { manager, consultant } = await views.team();
    const notes = 'Number of the office: 0228 1234567, or +49 (171) 234-56-78. Born 03.05.1990.';
    const phone = '+4915155555555';
    const person = await server.user({ responsible_id: consultant.id, phone, notes });
    const phones = [{ number: '112 233', label: 'work' }];
    await server.call('contacts.add', { token: consultant.token, body: { first_name: 'Nina', phones } });
    const token = await views.token(manager, consultant);
    const details = await views.read('people.details', token, { body: { user_id: person.id } });
    expect(details.body['user']).toMatchObject({
      phone: MASK,
      notes: `Number of the office: ${MASK}, or ${MASK}. Born 03.05.1990.`,
    });
    const { body } = await views.read('sync.snapshot', token, { query: { group: 'p1' } });
    expect(JSON.stringify(body)).not.toMatch(/15155555555|112 233|1234567/);
    expect(JSON.stringify(body)).toContain(`"phones":[{"label":"work","number":"${MASK}"}]`);
    expect((await views.read('accounts.me', token)).body['phone']).toBe(consultant.phone);
  });

  it('hides amounts, receipts and photos of donations in view mode', async () => {
    const { manager, consultant } = await views.team();
    const options = await paymentSamples(server)['payments.manual_donation'](consultant.token);
    expect(
      (await server.call('payments.manual_donation', { ...options, token: consultant.token })).status,
    ).toBeLessThan(300);
    expect(await views.rows(consultant.token, 'donations')).not.toMatchObject([{ amount_cents: 0 }]);
    const token = await views.token(manager, consultant);
    expect(await views.rows(token, 'donations')).toMatchObject([{ amount_cents: 0, receipt: MASK, photo: null }]);
  });
});
