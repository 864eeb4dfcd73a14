import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropOldLinks } from '../../server/features/accounts/links.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { readAuditEntries, ownEntry } from '../helpers/audit.ts';
import { Mailbox } from '../helpers/emails.ts';
import { codesIn, openTestServer, roles, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';

const SECOND = 1000;
const MIN = 60 * SECOND;
const web = { 'x-haversack-client': 'web', origin: 'http://localhost:8080' };
const NEW_PASSWORD = 'another door that opens';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  server = await openTestServer();
  mailbox = new Mailbox(server);
});
afterAll(() => server.close());

const requestRecovery = (email: string) => server.call('accounts.recover', { body: { email } });
const resetPassword = (token: string, password = NEW_PASSWORD) =>
  server.call('accounts.reset_password', { body: { token, password } });
const check = (token: string) => server.call('own.check_link', { body: { kind: 'password_reset', token } });
const logIn = (user: TestUser, password: string) =>
  server.call('accounts.login', { body: { username: user.email!, password }, headers: web });

async function linkTokenFor(user: TestUser): Promise<string> {
  await requestRecovery(user.email!);
  return mailbox.linkTokenFor(user.email!, '/password-reset');
}

describe('requesting a new password', () => {
  it('a password reset request gets the same response for a known as for an unknown name', async () => {
    const user = await server.user();
    const jobs = () => server.db.selectFrom('jobs').selectAll().where('scope', '=', server.scope).execute();
    const knownRecovery = await requestRecovery(user.email!);
    const [one] = await jobs();
    await mailbox.receive(user.email!);
    const unknown = await requestRecovery('nobody@example.org');
    const [other] = await jobs();
    expect([knownRecovery.status, knownRecovery.body]).toEqual([unknown.status, unknown.body]);
    expect(knownRecovery.body).toEqual({ ok: true, message: 'Operation successful' });
    expect([one?.kind, other?.kind]).toEqual(['recover', 'recover']);
    expect(await mailbox.receive('nobody@example.org')).toEqual([]);
  });

  it('a password reset runs the same statements for a known as for an unknown name, except one rollback', async () => {
    const user = await server.user();
    const sent: string[] = [];
    const mailer = { send: async ({ to }: { to: string }) => void sent.push(to) };
    async function statements(email: string): Promise<number> {
      let count = 0;
      const counted = server.db.withPlugin({
        transformQuery: ({ node }) => {
          count += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const deps = { ...server.deps, db: counted };
      await requestRecovery(email);
      await runDueJobs(deps, jobHandlers(deps, { mailer, public_url: 'http://localhost:8080' }));
      return count;
    }
    const knownRecovery = await statements(user.email!);
    expect(knownRecovery).toBeGreaterThan(10);
    const links = () => server.db.selectFrom('account_links').select('id').where('scope', '=', server.scope).execute();
    const before = await links();
    const blocked = await server.user(roles.blocked);
    expect([await statements('nobody@example.org'), await statements(blocked.email!)]).toEqual([
      knownRecovery + 1,
      knownRecovery + 1,
    ]);
    expect(sent).toEqual([user.email]);
    expect(await links()).toEqual(before);
  });

  it.each([
    ['en', 'Reset your Haversack password', 'Hello Anna,'],
    ['ru', 'Сброс пароля Haversack', 'Здравствуйте, Anna!'],
    ['de', 'Haversack-Passwort zurücksetzen', 'Hallo Anna,'],
  ] as const)("sends the recovery email in the account's language: %s", async (language, subject, hello) => {
    const user = await server.user({ language });
    await requestRecovery(user.email!.toUpperCase());
    const [email] = await mailbox.receive(user.email!);
    expect(email?.subject).toBe(subject);
    expect(email?.text.startsWith(hello)).toBe(true);
  });

  it('the recovery email omits a name that contains a URL', async () => {
    const user = await server.user({ first_name: 'see http://evil.example' });
    await requestRecovery(user.email!);
    const [email] = await mailbox.receive(user.email!);
    expect(email?.text).not.toContain('evil');
    expect(email?.text.startsWith('Hello,')).toBe(true);
  });

  it('sends at most three recovery emails an hour and none to a blocked person', async () => {
    const user = await server.user();
    for (let time = 0; time < 5; time += 1) await requestRecovery(user.email!);
    expect(await mailbox.receive(user.email!)).toHaveLength(3);
    server.clock.advance(59 * MIN);
    await requestRecovery(user.email!);
    expect(await mailbox.receive(user.email!)).toEqual([]);
    server.clock.advance(2 * MIN);
    await requestRecovery(user.email!);
    expect(await mailbox.receive(user.email!)).toHaveLength(1);
    const blocked = await server.user(roles.blocked);
    await requestRecovery(blocked.email!);
    expect(await mailbox.receive(blocked.email!)).toEqual([]);
  });

  it('stores only the hash of a reset link', async () => {
    const user = await server.user();
    const token = await linkTokenFor(user);
    const rows = await server.db.selectFrom('account_links').selectAll().where('user_id', '=', user.id).execute();
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('emailed reset link', () => {
  it('a reset link sets the password, and invalidates all access tokens and refresh cookies', async () => {
    const user = await server.user();
    const session = await logIn(user, TEST_PASSWORD);
    const cookie = String([session.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    expect((await resetPassword(await linkTokenFor(user))).body).toEqual({
      ok: true,
      message: 'Password changed successfully',
    });
    for (const token of [user.token, String(session.body['token'])])
      expect((await server.call('accounts.me', { token })).status).toBe(401);
    expect((await server.call('own.refresh', { headers: { ...web, cookie } })).status).toBe(401);
    expect((await logIn(user, TEST_PASSWORD)).status).toBe(401);
    expect((await logIn(user, NEW_PASSWORD)).status).toBe(200);
  });

  it('emails a notice of the changed password', async () => {
    const user = await server.user();
    await resetPassword(await linkTokenFor(user));
    const [notice, ...others] = await mailbox.receive(user.email!);
    expect([notice?.subject, others]).toEqual(['Your password was changed', []]);
    expect(notice?.text).toContain('http://localhost:8080/recover-password');
    const mailedEntry = { ...ownEntry('reset_link_mailed', user.id), actor_id: null, ip: null, has_request: false };
    expect(await readAuditEntries(server, user.id)).toEqual([mailedEntry, ownEntry('password_reset', user.id)]);
  });

  it("a reset link works after 59:59 minutes but not after 60:01, by the server's clock", async () => {
    const [early, late] = [await server.user(), await server.user()];
    const validLink = await linkTokenFor(early);
    server.clock.advance(59 * MIN + 59 * SECOND);
    expect((await check(validLink)).body).toEqual({ left_s: 1 });
    expect((await resetPassword(validLink)).status).toBe(200);
    const bad = await linkTokenFor(late);
    server.clock.advance(60 * MIN + SECOND);
    for (const reply of [await check(bad), await resetPassword(bad)])
      expect([reply.status, reply.body]).toMatchObject([410, { code: 'link_expired', message: 'Link has expired' }]);
    expect((await logIn(late, TEST_PASSWORD)).status).toBe(200);
  });

  it('a reset link works once, even if used twenty times at the same time', async () => {
    const user = await server.user();
    const token = await linkTokenFor(user);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => resetPassword(token, `a good password ${at}`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body['code'] === 'link_used')).toHaveLength(19);
    expect((await check(token)).body['code']).toBe('link_used');
  });

  it('checking an expired reset link reports it as expired for thirty days, and as unknown after that', async () => {
    const token = await linkTokenFor(await server.user());
    server.clock.advance(60 * MIN + 30 * 24 * 60 * MIN);
    await dropOldLinks(server.db, server.clock.now());
    expect((await check(token)).body['code']).toBe('link_expired');
    server.clock.advance(1);
    await dropOldLinks(server.db, server.clock.now());
    expect((await check(token)).body['code']).toBe('not_found');
  });

  it('a reset link is invalidated by a newer one', async () => {
    const user = await server.user();
    const older = await linkTokenFor(user);
    const newer = await linkTokenFor(user);
    expect((await resetPassword(older)).body['code']).toBe('link_expired');
    expect((await resetPassword(newer)).status).toBe(200);
  });

  it('a preview or a rejected password does not use up a reset link', async () => {
    const user = await server.user();
    const token = await linkTokenFor(user);
    expect((await check(token)).body).toEqual({ left_s: 3600 });
    expect((await resetPassword(token, 'password123')).body['code']).toBe('password_common');
    expect(codesIn((await resetPassword(token, 'short')).body)).toEqual({ password: 'password_short' });
    expect((await resetPassword(token)).status).toBe(200);
  });

  it('reports an unknown reset link or a link of another type as not found', async () => {
    const user = await server.user();
    const token = await linkTokenFor(user);
    expect((await resetPassword('made-up')).body['code']).toBe('not_found');
    expect((await server.call('accounts.spend_link', { body: { token } })).body['code']).toBe('not_found');
    expect((await server.call('accounts.bot_login', { body: { token } })).body['code']).toBe('not_found');
  });
});
