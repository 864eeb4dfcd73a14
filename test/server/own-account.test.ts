import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../server/context.ts';
import { addJob } from '../../server/jobs/queue.ts';
import { readAuditEntries, ownEntry } from '../helpers/audit.ts';
import { Mailbox } from '../helpers/emails.ts';
import { codesIn, openTestServer, roles, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';

const MIN = 60_000;
const DAY = 86_400_000;
const web = { 'x-haversack-client': 'web', origin: 'http://localhost:8080' };
const NEW_PASSWORD = 'another door that opens';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  server = await openTestServer();
  mailbox = new Mailbox(server);
});
afterAll(() => server.close());

const me = (token: unknown) => server.call('accounts.me', { token: String(token) });
const update = (user: TestUser, body: object) => server.call('accounts.update_me', { token: user.token, body });
const requestCode = (user: TestUser, body: object) => server.call('own.contact_code', { token: user.token, body });
const codeFor = async (address: string) =>
  /^\d{6}$/m.exec((await mailbox.receive(address)).at(-1)?.text ?? '')?.[0] ?? '';

describe('changing the password', () => {
  const change = (token: string, old_password: string, password = NEW_PASSWORD) =>
    server.call('own.change_password', { token, body: { old_password, password } });

  it('a password change requires the old password, ends other sessions and keeps the current session', async () => {
    const user = await server.user();
    const login = { username: user.email!, password: TEST_PASSWORD };
    const firstLogin = await server.call('accounts.login', { body: login, headers: web });
    const secondLogin = await server.call('accounts.login', { body: login, headers: web });
    const cookieOf = ({ headers }: typeof firstLogin) => String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    const wrong = await change(String(firstLogin.body['token']), 'not this one');
    expect([wrong.status, wrong.body]).toMatchObject([422, { fields: { old_password: { code: 'wrong_password' } } }]);
    const reply = await change(String(firstLogin.body['token']), TEST_PASSWORD);
    expect((await me(reply.body['token'])).status).toBe(200);
    for (const token of [firstLogin.body['token'], secondLogin.body['token'], user.token])
      expect((await me(token)).status).toBe(401);
    const refresh = (cookie: string) => server.call('own.refresh', { headers: { ...web, cookie } });
    expect((await refresh(cookieOf(secondLogin))).status).toBe(401);
    expect((await refresh(cookieOf(firstLogin))).status).toBe(200);
    const [notice, ...others] = await mailbox.receive(user.email!);
    expect([notice?.subject, others]).toEqual(['Your password was changed', []]);
    expect(notice?.text).toContain('http://localhost:8080/recover-password');
    expect((await readAuditEntries(server, user.id)).at(-1)).toEqual(ownEntry('password_changed', user.id));
  });

  it('a password change is delayed after wrong passwords, and rejects common new ones', async () => {
    const user = await server.user();
    for (const common of ['password123', user.email!.toUpperCase(), user.phone!, `Anna${user.last_name}`])
      expect([common, (await change(user.token, TEST_PASSWORD, common)).body['code']]).toEqual([
        common,
        'password_common',
      ]);
    for (let time = 0; time < 5; time += 1) await change(user.token, 'wrong');
    expect((await change(user.token, TEST_PASSWORD)).body['code']).toBe('too_many_requests');
  });
});

describe("changing one's own profile", () => {
  it('a change of the profile saves the named fields and returns them with a working token', async () => {
    const user = await server.user();
    const body = { first_name: ' Anne ', city: 'Ulm', date_birth: '1990-02-03', telegram: 'anne_b', middle_name: null };
    const reply = await update(user, body);
    const shownProfile = { first_name: 'Anne', last_name: user.last_name, city: 'Ulm', date_birth: '1990-02-03' };
    expect(reply.body['user']).toMatchObject({ ...shownProfile, telegram: 'anne_b' });
    expect((await me(reply.body['token'])).body).toMatchObject(shownProfile);
  });

  it.each([
    ['is_superuser', true, 'read_only'],
    ['is_staff', true, 'read_only'],
    ['is_active', false, 'read_only'],
    ['is_subscribed', false, 'read_only'],
    ['subscribed_until', '2999-01-01T00:00:00.000Z', 'read_only'],
    ['promo_code', 'OTHER', 'read_only'],
    ['rating', 10, 'unknown'],
    ['password_hash', 'x', 'unknown'],
  ])('rejects a profile change of %s', async (field, value, code) => {
    const user = await server.user();
    const reply = await update(user, { first_name: 'Anne', [field]: value });
    expect([reply.status, codesIn(reply.body)]).toEqual([400, { [field]: code }]);
    expect((await me(user.token)).body['first_name']).toBe(user.first_name);
  });

  it('names invalid profile fields and requires at least one field', async () => {
    const user = await server.user();
    const wrong = { first_name: '', time_zone: 'Mars/Base', telegram: 'a b', date_birth: '1800-01-01', phone: '5' };
    expect(codesIn((await update(user, wrong)).body)).toEqual({
      first_name: 'empty',
      time_zone: 'invalid',
      telegram: 'telegram_invalid',
      date_birth: 'invalid',
      phone: 'phone_invalid',
    });
    expect((await update(user, {})).status).toBe(400);
  });

  it('changes the email only with the emailed code and notifies the old address', async () => {
    const user = await server.user();
    const email = 'anne.new@example.org';
    expect((await update(user, { email })).body['code']).toBe('wrong_code');
    await requestCode(user, { email: email.toUpperCase() });
    const code = await codeFor(email);
    expect((await update(user, { email: 'someone.else@example.org', code })).body['code']).toBe('wrong_code');
    const reply = await update(user, { email, code });
    expect(reply.body['user']).toMatchObject({ email });
    expect(await mailbox.receive(user.email!)).toMatchObject([{ subject: 'Your email address was changed' }]);
    const entry = ownEntry('contact_changed', user.id, { fields: ['email'] });
    expect((await readAuditEntries(server, user.id)).at(-1)).toEqual({ ...entry, target_id: null });
    expect((await update(user, { email: user.email!, code })).body['code']).toBe('wrong_code');
  });

  it('changes the phone number with a code emailed to the account', async () => {
    const user = await server.user();
    const phone = '+4915999999999';
    await requestCode(user, { phone });
    expect((await update(user, { phone, code: await codeFor(user.email!) })).body['user']).toMatchObject({ phone });
  });

  it('invalidates a confirmation code after five wrong attempts or ten minutes', async () => {
    const user = await server.user();
    const email = 'anne.tries@example.org';
    await requestCode(user, { email });
    const code = await codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let time = 0; time < 5; time += 1)
      expect((await update(user, { email, code: wrong })).body['code']).toBe('wrong_code');
    expect((await update(user, { email, code })).body['code']).toBe('wrong_code');
    await requestCode(user, { email });
    const late = await codeFor(email);
    server.clock.advance(10 * MIN + 1000);
    expect((await update(user, { email, code: late })).body['code']).toBe('wrong_code');
    await requestCode(user, { email });
    server.clock.advance(10 * MIN);
    expect((await update(user, { email, code: await codeFor(email) })).status).toBe(200);
  });

  it('rejects a change of the profile to an email or phone number that is taken', async () => {
    const [user, other] = [await server.user(), await server.user()];
    expect((await requestCode(user, { email: other.email })).body['code']).toBe('email_taken');
    expect((await requestCode(user, { phone: other.phone })).body['code']).toBe('phone_taken');
    expect((await requestCode(user, { email: user.email })).status).toBe(200);
  });

  it('gives the profile a new revision when it changes, and none when nothing changes', async () => {
    const user = await server.user();
    const before = (await me(user.token)).body['rev'] as unknown as number;
    await update(user, { city: 'Ulm' });
    expect((await me(user.token)).body['rev']).toBeGreaterThan(before);
    const laterProfile = (await me(user.token)).body['rev'];
    await update(user, { city: 'Ulm' });
    expect((await me(user.token)).body['rev']).toBe(laterProfile);
  });
});

describe("deleting one's own account", () => {
  const ask = (user: TestUser, password = TEST_PASSWORD) =>
    server.call('own.delete_account', { token: user.token, body: { password } });
  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY).toISOString();

  it('scheduling the deletion of an account requires the password, and keeps the account for thirty days', async () => {
    const user = await server.user();
    expect((await ask(user, 'wrong')).body['code']).toBe('wrong_password');
    const delete_at = inDays(30);
    expect((await ask(user)).body).toEqual({ delete_at, message: 'Operation successful' });
    expect((await ask(user)).body).toEqual({ delete_at, message: 'Operation successful' });
    expect((await me(user.token)).body['delete_at']).toBe(delete_at);
    const [notice, ...others] = await mailbox.receive(user.email!);
    expect([notice?.subject, others]).toEqual(['Your account will be deleted', []]);
    const day = new Date(delete_at).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
    expect(notice?.text).toContain(`${day}. Until then, you can log in and keep it: http://localhost:8080/login`);
    server.clock.advance(30 * DAY - MIN);
    await mailbox.receive('');
    expect((await me(await server.tokenFor(user))).status).toBe(200);
  });

  it('erases the person and their contacts after the waiting period, and ends the access to the account', async () => {
    const olga = await server.user(roles.consultant);
    const partner = { company: 'Berg', partner_note: 'Tea', commission_percent: 7, gender: 'f', work_zone: 'Ulm' };
    const texts = {
      middle_name: 'Maria',
      address: 'Ring 1',
      notes: 'Shy',
      date_birth: '1990-02-03',
      promo_code: 'ANNA-1',
    };
    const user = await server.user({
      ...{ ...partner, ...texts, responsible_id: olga.id, city: 'Ulm', telegram: 'anna_t' },
      ...{ partner_since: inDays(-1), next_step_at: inDays(1), avatar_sha256: 'a'.repeat(64), outbox_key: 'key' },
    } as Partial<TestUser>);
    const contact = await server.call('contacts.add', { token: user.token, body: { first_name: 'Ivan' } });
    await ask(user);
    server.clock.advance(30 * DAY + 1000);
    await mailbox.receive('');
    const row = await server.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(row.deleted_at).not.toBeNull();
    for (const text of [user.email!, user.phone!, 'Anna', 'Ulm', 'anna_t', '$argon2', ...Object.values(texts)])
      expect(JSON.stringify(row)).not.toContain(text);
    expect(row).toMatchObject({
      ...{ first_name: '—', last_name: '', middle_name: null, email: null, phone: null, telegram: null, search: '' },
      ...{ password_hash: null, avatar_sha256: null, city: null, date_birth: null, promo_code: null, address: '' },
      ...{ notes: '', tags: [], groups: [], next_step_at: null, gender: null, work_zone: '', outbox_key: null },
      ...{ partner_since: null, company: '', partner_note: '', commission_percent: 0, partner_files: [] },
      ...{ is_active: false, delete_at: null, deleted_by: user.id },
    });
    const erased = { action: 'account_erased', actor_id: null, target_id: user.id, ip: null, detail: {} };
    expect((await readAuditEntries(server, user.id)).at(-1)).toEqual({ ...erased, has_request: false });
    const book = await server.db
      .selectFrom('contacts')
      .select(['first_name', 'search', 'deleted_by'])
      .where('id', '=', String(contact.body['id']))
      .executeTakeFirst();
    expect(book).toEqual({ first_name: '', search: '', deleted_by: user.id });
    expect((await me(await server.tokenFor(user))).status).toBe(401);
    const login = { username: user.email!, password: TEST_PASSWORD };
    expect((await server.call('accounts.login', { body: login })).status).toBe(401);
    expect((await me(await server.tokenFor(olga))).status).toBe(200);
  });

  it('does not erase an account whose deletion was cancelled', async () => {
    const user = await server.user();
    await ask(user);
    await server.call('own.keep_account', { token: user.token });
    server.clock.advance(31 * DAY);
    await mailbox.receive('');
    expect((await me(await server.tokenFor(user))).body['delete_at']).toBeNull();
    const entries = ['deletion_asked', 'deletion_taken_back'].map((action) => ownEntry(action, user.id));
    expect(await readAuditEntries(server, user.id)).toEqual(entries);
  });

  it('employees cannot delete their own accounts', async () => {
    const reply = await ask(await server.user(roles.consultant));
    expect([reply.status, reply.body['code']]).toEqual([403, 'forbidden']);
  });
});

describe('job queue', () => {
  it('queues a job only if the transaction commits, and wakes the worker after the commit', async () => {
    let wakeCount = 0;
    const deps = { ...server.deps, onJobsAdded: () => void (wakeCount += 1) };
    const at = server.clock.now().toISOString();
    const promise = (email: string, fails: boolean) =>
      inScope(deps, server.scope, async ({ tx, scope }) => {
        await addJob(tx, { scope, at }, 'recover', { email });
        expect(wakeCount).toBe(0);
        if (fails) throw new Error('no');
      });
    await expect(promise('lost@example.org', true)).rejects.toThrow('no');
    await promise('kept@example.org', false);
    expect(wakeCount).toBe(1);
    const left = await server.db.selectFrom('jobs').select('payload').where('scope', '=', server.scope).execute();
    expect(left).toEqual([{ payload: { email: 'kept@example.org' } }]);
    await mailbox.receive('');
  });

  it('retries an email with growing delays until the mail server responds, and sends it once', async () => {
    const user = await server.user();
    await server.call('accounts.recover', { body: { email: user.email } });
    mailbox.isBroken = true;
    await mailbox.receive(user.email!);
    expect(await mailbox.receive(user.email!)).toEqual([]);
    server.clock.advance(MIN + 1000);
    await mailbox.receive(user.email!);
    mailbox.isBroken = false;
    server.clock.advance(4 * MIN);
    expect(await mailbox.receive(user.email!)).toEqual([]);
    server.clock.advance(MIN + 1000);
    expect(await mailbox.receive(user.email!)).toHaveLength(1);
    server.clock.advance(DAY);
    expect(await mailbox.receive(user.email!)).toEqual([]);
  });

  it('gives up a job after eight attempts and stores the error', async () => {
    const user = await server.user();
    await server.call('accounts.recover', { body: { email: user.email } });
    mailbox.isBroken = true;
    for (let day = 0; day < 12; day += 1) {
      await mailbox.receive(user.email!);
      server.clock.advance(DAY);
    }
    mailbox.isBroken = false;
    expect(await mailbox.receive(user.email!)).toEqual([]);
    const [job] = await server.db.selectFrom('jobs').selectAll().where('scope', '=', server.scope).execute();
    expect(job).toMatchObject({ kind: 'email', attempts: 8, last_error: 'the mail server does not answer' });
  });

  it('runs a job in only one of two processes', async () => {
    const user = await server.user();
    await server.call('accounts.recover', { body: { email: user.email } });
    const receivedByProcess = await Promise.all([mailbox.receive(user.email!), mailbox.receive(user.email!)]);
    expect(receivedByProcess.flat()).toHaveLength(1);
  });
});
