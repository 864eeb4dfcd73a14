import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminUser } from '../../contract/api-calls/admin.ts';
import { Mailbox } from '../helpers/emails.ts';
import { storedUser } from '../helpers/employee-team.ts';
import { codesIn, openTestServer, roles, TestClock, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let box: Mailbox;
let admin: TestUser;
const clock = new TestClock();

beforeAll(async () => {
  server = await openTestServer({ clock });
  box = new Mailbox(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  // Remove the superusers of earlier tests, so that the superusers of each test are the only ones.
  await server.db.updateTable('users').set({ is_superuser: false }).where('scope', '=', server.scope).execute();
  admin = await server.user({ ...roles.admin, first_name: 'Viktor', last_name: 'Adler' });
});

const create = (body: object, by = admin) => server.call('admin.create_user', { token: by.token, body });
const stored = (id: string) => storedUser(server, id);
const auditOf = (target_id: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .where('scope', '=', server.scope)
    .where('target_id', '=', target_id)
    .orderBy('id')
    .execute();

describe('the list of accounts', () => {
  const list = async (query: Record<string, string | number> = {}) => {
    const { status, body } = await server.call('admin.users', { token: admin.token, query });
    expect(status).toBe(200);
    return body as unknown as {
      count: number;
      total_count: number;
      results: AdminUser[];
      counts: Record<string, number>;
    };
  };

  it('lists 25 accounts per page, newest first, with the total count', async () => {
    const later = new Date(clock.now().getTime() + 1000).toISOString();
    const newest = await server.user({ created_at: later, country: 'KZ' });
    for (let made = 0; made < 25; made += 1) await server.user();
    const { results, count, total_count } = await list();
    expect(results).toHaveLength(25);
    expect(results[0]).toMatchObject({ id: newest.id, email: newest.email, phone: newest.phone, country: 'KZ' });
    expect(results[0]).not.toHaveProperty('password_hash');
    expect(count).toBe(total_count);
    expect((await list({ page: 2 })).results.map(({ id }) => id)).not.toContain(newest.id);
    clock.advance(2000);
  });

  it('filters accounts by role and state, and counts each role and state regardless of the filter', async () => {
    const before = (await list()).counts;
    const last_name = `Filter${uuidv7().slice(-6)}`;
    const [member, employee, manager, blocked, inactive] = await Promise.all([
      server.user({ last_name }),
      server.user({ last_name, ...roles.consultant }),
      server.user({ last_name, ...roles.manager }),
      server.user({ last_name, is_blocked: true, is_active: false }),
      server.user({ last_name, is_active: false }),
    ]);
    await server.user({ ...roles.admin, is_blocked: true });
    const found = async (query: Record<string, string>) => {
      const { results, count } = await list({ search: last_name, ordering: 'name', ...query });
      expect(count).toBe(results.length);
      return results.map(({ id }) => id).toSorted();
    };
    const ids = (...users: TestUser[]) => users.map(({ id }) => id).toSorted();
    expect(await found({})).toEqual(ids(member, employee, manager, blocked, inactive));
    expect(await found({ role: 'member' })).toEqual(ids(member, blocked, inactive));
    expect(await found({ role: 'employee' })).toEqual(ids(employee, manager));
    expect(await found({ role: 'manager' })).toEqual(ids(manager));
    expect(await found({ role: 'superuser' })).toEqual([]);
    expect(await found({ state: 'active' })).toEqual(ids(member, employee, manager));
    expect(await found({ state: 'not_active' })).toEqual(ids(inactive));
    expect(await found({ state: 'blocked' })).toEqual(ids(blocked));
    expect(await found({ state: 'active', role: 'member' })).toEqual(ids(member));
    const { counts } = await list({ search: last_name, role: 'manager' });
    expect(counts).toEqual({
      employees: before['employees']! + 3,
      managers: before['managers']! + 2,
      superusers: before['superusers']! + 1,
      admins: before['admins'],
      not_active: before['not_active']! + 1,
      blocked: before['blocked']! + 2,
    });
  });

  it('sorts accounts by name, country and date of creation in both directions', async () => {
    const last_name = `Order${uuidv7().slice(-6)}`;
    const at = (days: number) => new Date(clock.now().getTime() - days * 86_400_000).toISOString();
    await server.user({ last_name, first_name: 'berta', country: 'AT', created_at: at(1) });
    await server.user({ last_name, first_name: 'Anna', country: null, created_at: at(2) });
    await server.user({ last_name, first_name: 'Clara', country: 'CH', created_at: at(3) });
    const names = async (ordering: string) =>
      (await list({ search: last_name, ordering })).results.map(({ first_name }) => first_name);
    expect(await names('name')).toEqual(['Anna', 'berta', 'Clara']);
    expect(await names('-name')).toEqual(['Clara', 'berta', 'Anna']);
    expect(await names('country')).toEqual(['Anna', 'berta', 'Clara']);
    expect(await names('-country')).toEqual(['Clara', 'berta', 'Anna']);
    expect(await names('created_at')).toEqual(['Clara', 'Anna', 'berta']);
    expect(await names('-created_at')).toEqual(['berta', 'Anna', 'Clara']);
  });

  it('shows when an account was last seen and whether it has a password, and omits deleted accounts', async () => {
    const seen = await server.user({ password_hash: null });
    const deleted = await server.user({ deleted_at: clock.now().toISOString() });
    const body = { proto: 1, device_id: uuidv7(), app_version: '1', ops: [{ op_id: uuidv7() }] };
    await server.call('sync.push', { token: seen.token, body });
    const one = (id: string) => server.call('admin.user', { token: admin.token, params: { id } });
    expect((await one(seen.id)).body).toMatchObject({
      last_seen_at: clock.now().toISOString(),
      has_password: false,
      language: 'en',
    });
    expect((await one(admin.id)).body).toMatchObject({ last_seen_at: null, has_password: true });
    for (const id of [deleted.id, uuidv7()]) expect((await one(id)).body['code']).toBe('not_found');
    expect((await list({ search: deleted.email! })).count).toBe(0);
  });

  it.each([{ role: 'king' }, { state: 'gone' }, { ordering: 'email' }, { page: 0 }, { page_size: 101 }, { x: '1' }])(
    'refuses the query %j of the list of accounts',
    async (query) => {
      const { status } = await server.call('admin.users', { token: admin.token, query: { ...query } as never });
      expect(status).toBe(400);
    },
  );

  it('lets only active superusers read the list of accounts and the audit log', async () => {
    for (const role of [roles.learner, roles.consultant, roles.manager]) {
      const { token } = await server.user(role);
      for (const name of ['admin.users', 'admin.audit_log'] as const)
        expect((await server.call(name, { token })).body['code']).toBe('forbidden');
    }
    const inactive = await server.user({ ...roles.admin, is_active: false });
    expect((await server.call('admin.users', { token: inactive.token })).body['code']).toBe('blocked');
  });
});

describe('a new account', () => {
  it('creates an account without a password, and emails its owner a link to set one', async () => {
    const email = `New.User${uuidv7().slice(-6)}@Example.org`;
    const { status, body } = await create({ first_name: ' Nina ', last_name: 'Wolf', email, language: 'de' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      first_name: 'Nina',
      email: email.toLowerCase(),
      message: 'User successfully created',
      is_invited: true,
      has_password: false,
      is_staff: false,
      is_active: true,
    });
    const [mail] = await box.receive(email.toLowerCase());
    expect(mail?.subject).toBe('Ihr Haversack-Konto');
    expect(mail?.text).toContain('Viktor Adler');
    const token = /password-reset\/(\S+)/.exec(mail!.text)![1]!;
    const password = 'three brown river stones';
    expect((await server.call('accounts.reset_password', { body: { token, password } })).status).toBe(200);
    const login = await server.call('accounts.login', { body: { username: email, password } });
    expect(login.status).toBe(200);
  });

  it('sends no invitation to a new account without email, but allows a login link for it', async () => {
    const { body } = await create({ first_name: 'Nina', phone: '+4915112349001' });
    expect(body).toMatchObject({ is_invited: false, email: null, phone: '+4915112349001' });
    const link = await server.call('accounts.make_link', {
      token: admin.token,
      query: { user_id: String(body['id']) },
    });
    expect(link.body).toMatchObject({ status: 'made' });
  });

  it('creates a member account as active and outside the lead pool, and others with their roles', async () => {
    const { body } = await create({ first_name: 'Olga', email: `olga${uuidv7()}@example.org`, is_staff: true });
    expect(await stored(String(body['id']))).toMatchObject({ is_staff: true, is_manager: false, status: 'active' });
    const member = await create({ first_name: 'Nina', email: `nina${uuidv7()}@example.org` });
    const row = await stored(String(member.body['id']));
    expect(row).toMatchObject({ status: 'active', waiting_since: null, responsible_id: null, source: 'manual' });
  });

  it('sends no invitation to a new account that is blocked or inactive, and stores when it was blocked', async () => {
    for (const flags of [{ is_blocked: true }, { is_active: false }]) {
      const { body } = await create({ first_name: 'Nina', email: `nina${uuidv7()}@example.org`, ...flags });
      expect(body).toMatchObject({ is_invited: false, ...flags });
      expect((await stored(String(body['id']))).blocked_at).toBe(clock.now().toISOString());
      expect(await box.receive(String(body['email']))).toEqual([]);
    }
  });

  it('creates only one account if the request is repeated with the same idempotency key', async () => {
    const key = uuidv7();
    const body = { first_name: 'Nina', email: `nina${uuidv7()}@example.org` };
    const send = () =>
      server.call('admin.create_user', { token: admin.token, body, headers: { 'idempotency-key': key } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body['id']).toBe(first.body['id']);
    expect(await box.receive(body.email)).toHaveLength(1);
  });

  it.each([
    [{}, { first_name: 'required' }],
    [{ first_name: 'Nina' }, { phone: 'phone_or_email' }],
    [{ first_name: ' ', phone: '+4915112349002' }, { first_name: 'empty' }],
    [{ first_name: 'x'.repeat(101), phone: '+4915112349002' }, { first_name: 'too_long' }],
    [{ first_name: 'Nina', email: 'nina' }, { email: 'email_invalid' }],
    [{ first_name: 'Nina', phone: '123' }, { phone: 'phone_invalid' }],
    [{ first_name: 'Nina', phone: '+4915112349002', country: 'XX' }, { country: 'invalid' }],
    [{ first_name: 'Nina', phone: '+4915112349002', language: 'fr' }, { language: 'invalid' }],
    [{ first_name: 'Nina', phone: '+4915112349002', is_staff: 'yes' }, { is_staff: 'invalid' }],
    [{ first_name: 'Nina', phone: '+4915112349002', password: 'secret' }, { password: 'unknown' }],
    [{ first_name: 'Nina', phone: '+4915112349002', subscribed_until: null }, { subscribed_until: 'unknown' }],
    [{ first_name: 'Nina', phone: '+4915112349002', rev: 1 }, { rev: 'unknown' }],
  ])('refuses to create an account with the fields %j', async (body, codes) => {
    const reply = await create(body);
    expect(reply.status).toBe(400);
    expect(codesIn(reply.body)).toMatchObject(codes);
  });

  it('refuses to create an account with an email address or phone number that is in use', async () => {
    const other = await server.user();
    const taken = await create({ first_name: 'Nina', email: other.email!.toUpperCase(), phone: other.phone });
    expect([taken.status, codesIn(taken.body)]).toMatchObject([409, { email: 'email_taken', phone: 'phone_taken' }]);
  });

  it('records a new account in the audit log with its flags and without its phone number', async () => {
    const { body } = await create({ first_name: 'Nina', phone: '+4915112349003', is_staff: true });
    const lines = await auditOf(String(body['id']));
    expect(lines).toMatchObject([
      { action: 'user_created', actor_id: admin.id, detail: { after: { is_staff: true, is_active: true } } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('49003');
  });
});
