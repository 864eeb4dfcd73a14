import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../server/context.ts';
import { makeBotToken } from '../../server/features/accounts/telegram-login.ts';
import { Mailbox } from '../helpers/emails.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';

const SECOND = 1000;
const MIN = 60 * SECOND;
const web = { 'x-haversack-client': 'web', origin: 'http://localhost:8080' };
const NEW_PASSWORD = 'another door that opens';

let server: TestServer;
let mailbox: Mailbox;
let olga: TestUser;
beforeAll(async () => {
  server = await openTestServer();
  mailbox = new Mailbox(server);
  olga = await server.user({ ...roles.consultant, first_name: 'Olga', last_name: 'Sommer' });
});
afterAll(() => server.close());

const makeLink = (by: TestUser, user_id: string) =>
  server.call('accounts.make_link', { token: by.token, query: { user_id } });
const consumeLink = (token: string) => server.call('accounts.spend_link', { body: { token }, headers: web });
const setPassword = (token: string, password = NEW_PASSWORD) =>
  server.call('accounts.set_credentials', { body: { token, password }, headers: web });
const meStatus = async (token: unknown) => (await server.call('accounts.me', { token: String(token) })).status;

async function linkTokenFor(user: TestUser, by = olga): Promise<string> {
  const { body } = await makeLink(by, user.id);
  return String(body['url']).replace('http://localhost:8080/reset-credentials/', '');
}

const createPersonOfOlga = (fields = {}) => server.user({ responsible_id: olga.id, ...fields });

describe('creating a login link', () => {
  it('lets only the responsible employee, their manager and an admin create a login link', async () => {
    const manager = await server.user(roles.manager);
    const admin = await server.user(roles.admin);
    const consultant = await server.user({ ...roles.consultant, responsible_id: manager.id });
    const other = await server.user(roles.consultant);
    const otherManager = await server.user(roles.manager);
    const anna = await server.user({ responsible_id: consultant.id });
    for (const by of [consultant, manager, admin]) expect((await makeLink(by, anna.id)).status).toBe(200);
    for (const by of [other, otherManager]) {
      const reply = await makeLink(by, anna.id);
      expect([reply.status, reply.body['code']]).toEqual([404, 'not_found']);
    }
    expect((await makeLink(anna, consultant.id)).status).toBe(403);
  });

  it("refuses login links for superusers and for people whose rights are not below the creator's", async () => {
    const admin = await server.user(roles.admin);
    const second = await server.user({ ...roles.admin, responsible_id: olga.id });
    const manager = await server.user({ ...roles.manager, responsible_id: olga.id });
    const consultant = await server.user({ ...roles.consultant, responsible_id: olga.id });
    for (const person of [second, manager, consultant]) expect((await makeLink(olga, person.id)).status).toBe(404);
    expect((await makeLink(admin, second.id)).status).toBe(404);
    expect((await makeLink(admin, manager.id)).status).toBe(200);
    expect((await makeLink(admin, admin.id)).status).toBe(404);
  });

  it('a new login link replaces the previous one and writes an audit entry', async () => {
    const anna = await createPersonOfOlga();
    const older = await linkTokenFor(anna);
    const newer = await linkTokenFor(anna);
    expect((await consumeLink(older)).body['code']).toBe('link_expired');
    expect((await consumeLink(newer)).status).toBe(200);
    const lines = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', anna.id)
      .where('action', 'like', 'credentials%')
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { action: 'credentials_link_made', actor_id: olga.id },
      { action: 'credentials_link_made', actor_id: olga.id },
      { action: 'credentials_link_used', actor_id: anna.id },
    ]);
  });
});

describe('opening a login link', () => {
  it('a login link logs the person in, ends all other sessions, and notifies the person by email', async () => {
    const anna = await createPersonOfOlga();
    const reply = await consumeLink(await linkTokenFor(anna));
    expect(reply.body['status']).toBe('ok');
    expect(await meStatus(reply.body['token'])).toBe(200);
    expect(await meStatus(anna.token)).toBe(401);
    const email = (await mailbox.receive(anna.email!)).at(-1);
    expect(email?.text).toContain('a login link created by Olga Sommer');
  });

  it('accepts a login link after 59:59 minutes, and rejects it after 60:01 and on second use', async () => {
    const [early, late] = [await createPersonOfOlga(), await createPersonOfOlga()];
    const [good, bad] = [await linkTokenFor(early), await linkTokenFor(late)];
    server.clock.advance(59 * MIN + 59 * SECOND);
    olga = { ...olga, token: await server.tokenFor(olga) };
    expect((await consumeLink(good)).status).toBe(200);
    expect((await consumeLink(good)).body['code']).toBe('link_used');
    server.clock.advance(2 * SECOND);
    const expiredReply = await consumeLink(bad);
    expect([expiredReply.status, expiredReply.body]).toMatchObject([
      410,
      { code: 'link_expired', message: 'Link has expired' },
    ]);
    expect(await meStatus(await server.tokenFor(late))).toBe(200);
  });

  it('accepts exactly one of twenty simultaneous uses of a login link', async () => {
    const token = await linkTokenFor(await createPersonOfOlga());
    const replies = await Promise.all(Array.from({ length: 20 }, () => consumeLink(token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a login link does not open a blocked account', async () => {
    const anna = await createPersonOfOlga(roles.blocked);
    expect((await consumeLink(await linkTokenFor(anna))).body['code']).toBe('blocked');
  });
});

describe('setting a password by link', () => {
  it("setting a password by login link keeps the link's session and ends all others", async () => {
    const anna = await createPersonOfOlga();
    const token = await linkTokenFor(anna);
    const opened = await consumeLink(token);
    const cookie = String([opened.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    const elsewhere = await server.tokenFor(anna);
    const reply = await setPassword(token);
    expect(reply.body['status']).toBe('ok');
    expect(await meStatus(reply.body['token'])).toBe(200);
    expect(await meStatus(elsewhere)).toBe(401);
    expect((await server.call('own.refresh', { headers: { ...web, cookie } })).status).toBe(200);
    const logIn = (password: string) => server.call('accounts.login', { body: { username: anna.email!, password } });
    expect((await logIn(TEST_PASSWORD)).status).toBe(401);
    expect((await logIn(NEW_PASSWORD)).status).toBe(200);
  });

  it('a login link sets a password only once, and only within ten minutes after its use', async () => {
    const [unspent, slow, twice] = [await createPersonOfOlga(), await createPersonOfOlga(), await createPersonOfOlga()];
    expect((await setPassword(await linkTokenFor(unspent))).body['code']).toBe('link_expired');
    const second = await linkTokenFor(twice);
    await consumeLink(second);
    expect((await setPassword(second)).status).toBe(200);
    expect((await setPassword(second)).body['code']).toBe('link_expired');
    const [punctual, token] = [await linkTokenFor(await createPersonOfOlga()), await linkTokenFor(slow)];
    await consumeLink(punctual);
    await consumeLink(token);
    server.clock.advance(10 * MIN);
    expect((await setPassword(punctual)).status).toBe(200);
    server.clock.advance(SECOND);
    expect((await setPassword(token)).body['code']).toBe('link_expired');
  });

  it('rejects a common password for a login link and allows another attempt', async () => {
    const token = await linkTokenFor(await createPersonOfOlga());
    await consumeLink(token);
    expect((await setPassword(token, 'password123')).body['code']).toBe('password_common');
    expect((await setPassword(token)).status).toBe(200);
  });
});

describe('Telegram login token', () => {
  const tokenFor = (user: TestUser) =>
    inScope(server.deps, server.scope, ({ tx, scope, received_at }) => makeBotToken(tx, scope, user.id, received_at));
  const logInWithBotToken = (token: string) => server.call('accounts.bot_login', { body: { token } });

  it('a Telegram login token can be used once, within five minutes', async () => {
    const anna = await server.user();
    const token = await tokenFor(anna);
    server.clock.advance(4 * MIN + 59 * SECOND);
    expect(await meStatus((await logInWithBotToken(token)).body['token'])).toBe(200);
    expect((await logInWithBotToken(token)).body['code']).toBe('link_used');
    const late = await tokenFor(anna);
    server.clock.advance(5 * MIN + SECOND);
    expect((await logInWithBotToken(late)).body['code']).toBe('link_expired');
  });

  it('a Telegram login leaves other sessions open', async () => {
    const anna = await server.user();
    await logInWithBotToken(await tokenFor(anna));
    expect(await meStatus(anna.token)).toBe(200);
  });

  it('a Telegram login token does not open a blocked account', async () => {
    const anna = await server.user(roles.blocked);
    expect((await logInWithBotToken(await tokenFor(anna))).body['code']).toBe('blocked');
  });
});
