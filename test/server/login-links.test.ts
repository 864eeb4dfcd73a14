import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { Mailbox } from '../helpers/emails.ts';
import { readLinkSteps, createLinkTeam, createLoginLink, tokenIn } from '../helpers/login-links.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';

const DAY = 86_400_000;
const web = { 'x-haversack-client': 'web', origin: 'http://localhost:8080' };
const HOST = 'http://localhost:8080';

let server: TestServer;
let mailbox: Mailbox;
let maria: TestUser;
let olga: TestUser;
beforeAll(async () => {
  server = await openTestServer();
  mailbox = new Mailbox(server);
  ({ maria, olga } = await createLinkTeam(server));
});
afterAll(() => server.close());

const createPersonOfOlga = (fields = {}) => server.user({ responsible_id: olga.id, first_name: 'Nina', ...fields });
const make = (by: TestUser, user_id: string) => createLoginLink(server, by, user_id);
const linkTokenFor = async (user: TestUser, by = olga) => tokenIn((await make(by, user.id)).body['url']);
const consumeLink = (token: string, headers: Record<string, string> = {}) =>
  server.call('accounts.spend_link', { body: { token }, headers: { ...web, ...headers } });
const set = (token: string, password: string) =>
  server.call('accounts.set_credentials', { body: { token, password }, headers: web });
const check = (kind: string, token: string, headers = {}) =>
  server.call('own.check_link', { body: { kind, token }, headers });
const stop = (token: string) => server.call('own.stop_link', { body: { token } });
const meStatus = async (token: unknown) => (await server.call('accounts.me', { token: String(token) })).status;
const readRevocationToken = async (user: TestUser) => mailbox.linkTokenFor(user.email!, '/not-me');

const steps = (person: TestUser) => readLinkSteps(server, person);

describe('the recipient of a login link', () => {
  it('emails the person about a new login link, and shows the employee only a masked address', async () => {
    const nina = await createPersonOfOlga();
    const { body } = await make(olga, nina.id);
    expect(body).toMatchObject({ status: 'made', sent_to: [{ via: 'email', to: 'p***@example.org' }] });
    const [email] = await mailbox.receive(nina.email!);
    expect(email?.text).toContain('Olga Sommer created a login link for your account');
    expect(email?.text).toMatch(/This was not me: http:\/\/localhost:8080\/not-me\/\S{43}/);
    expect(email?.text).not.toContain(tokenIn(body['url']));
  });

  it("sends a Telegram message in the person's language if there is no email address", async () => {
    const nina = await createPersonOfOlga({ email: null, language: 'de' });
    const chat_id = uuidv7();
    const linked = { scope: server.scope, user_id: nina.id, chat_id, linked_at: server.clock.now().toISOString() };
    await server.db.insertInto('telegram_chats').values(linked).execute();
    expect((await make(olga, nina.id)).body['sent_to']).toEqual([{ via: 'telegram', to: '' }]);
    const sent: unknown[][] = [];
    const telegram =
      () =>
      async (...message: unknown[]) => {
        sent.push(message);
        return 'delivered' as const;
      };
    const { deps } = server;
    await runDueJobs(deps, jobHandlers(deps, { mailer: mailbox.mailer, public_url: HOST, telegram }));
    expect(sent).toMatchObject([
      [chat_id, expect.stringContaining('Olga Sommer hat einen Anmeldelink'), expect.anything()],
    ]);
    expect(sent[0]?.[2]).toMatchObject({ text: 'Das war ich nicht', url: expect.stringMatching(/\/not-me\/\S{43}$/) });
  });
});

describe('"This was not me"', () => {
  it('revokes an unused login link only when confirmed on the page, not when the page opens', async () => {
    const nina = await createPersonOfOlga();
    const token = await linkTokenFor(nina);
    const own = await readRevocationToken(nina);
    expect((await check('link_stop', own)).status).toBe(200);
    expect((await check('credentials', token)).status).toBe(200);
    for (let tries = 0; tries < 2; tries += 1)
      expect((await stop(own)).body).toEqual({ ok: true, message: 'Operation successful' });
    expect((await consumeLink(token)).body['code']).toBe('link_expired');
    expect(await steps(nina)).toEqual([
      ['made', olga.id],
      ['stopped', nina.id],
    ]);
  });

  it('revoking a login link ends only the session that began with the link', async () => {
    const nina = await createPersonOfOlga();
    const token = await linkTokenFor(nina);
    const revocationToken = await readRevocationToken(nina);
    const loginReply = await consumeLink(token);
    const otherSession = await server.tokenFor(nina);
    const cookie = String([loginReply.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    await stop(revocationToken);
    expect(await meStatus(loginReply.body['token'])).toBe(401);
    expect((await server.call('own.refresh', { headers: { ...web, cookie } })).status).toBe(401);
    expect(await meStatus(otherSession)).toBe(200);
  });

  it('revoking a login link invalidates the password set through it and the sessions it began', async () => {
    const nina = await createPersonOfOlga();
    const token = await linkTokenFor(nina);
    const own = await readRevocationToken(nina);
    await consumeLink(token);
    expect((await set(token, 'chosen by staff 1')).status).toBe(200);
    const login = () =>
      server.call('accounts.login', { body: { username: nina.email!, password: 'chosen by staff 1' } });
    const { body } = await login();
    expect(await meStatus(body['token'])).toBe(200);
    expect((await stop(own)).status).toBe(200);
    expect(await meStatus(body['token'])).toBe(401);
    expect((await login()).status).toBe(401);
  });

  it('a replaced login link can still be revoked as long as its session can last', async () => {
    const nina = await createPersonOfOlga();
    const token = await linkTokenFor(nina);
    const own = await readRevocationToken(nina);
    const loginReply = await consumeLink(token);
    await make(olga, nina.id);
    server.clock.advance(30 * DAY);
    expect((await stop(own)).status).toBe(200);
    expect(await meStatus(loginReply.body['token'])).toBe(401);
    server.clock.advance(1000);
    expect((await stop(own)).body['code']).toBe('link_expired');
    expect((await stop('wrong')).body['code']).toBe('not_found');
  });
});

describe('a device on which an employee was logged in', () => {
  /** Logs in. Returns the cookies of the device. */
  async function logInOnDevice(user: TestUser, before = ''): Promise<string> {
    const body = { username: user.email!, password: TEST_PASSWORD };
    const { headers } = await server.call('accounts.login', { body, headers: { ...web, cookie: before } });
    const keptCookies = [headers['set-cookie']].flat().map((line) => String(line).split(';')[0] ?? '');
    return keptCookies.filter((line) => line.startsWith('__Secure-haversack-staff=')).join('; ');
  }

  it('refuses a login link for thirty days on a device where an employee was logged in', async () => {
    const nina = await createPersonOfOlga();
    const cookie = await logInOnDevice(olga);
    const token = await linkTokenFor(nina);
    for (const reply of [await check('credentials', token, { cookie }), await consumeLink(token, { cookie })])
      expect([reply.status, reply.body['code'], reply.body['message']]).toEqual([
        403,
        'employee_device',
        'An employee was logged in on this device. Open the link on your own device',
      ]);
    expect(await steps(nina)).toEqual([
      ['made', olga.id],
      ['refused', null],
    ]);
    expect((await consumeLink(token)).status).toBe(200);
    server.clock.advance(30 * DAY);
    expect((await consumeLink(await linkTokenFor(nina), { cookie })).body['code']).toBe('employee_device');
    server.clock.advance(1000);
    expect((await consumeLink(await linkTokenFor(nina), { cookie })).status).toBe(200);
  });

  it('records each employee who was logged in on a device, even if a learner logs in there afterwards', async () => {
    const nina = await createPersonOfOlga();
    const first = await logInOnDevice(maria);
    const bothCookies = await logInOnDevice(olga, first);
    expect(await logInOnDevice(nina, bothCookies)).toBe('');
    for (const cookie of [first, bothCookies])
      expect((await consumeLink(await linkTokenFor(nina), { cookie })).body['code']).toBe('employee_device');
  });

  it('records the last five employees who were logged in on a device', async () => {
    const ids: string[] = [];
    let cookie = '';
    for (let count = 0; count < 6; count += 1) {
      const employee = await server.user(roles.consultant);
      ids.push(employee.id);
      cookie = await logInOnDevice(employee, cookie);
    }
    const employeesInCookie = cookie
      .split('=')[1]
      ?.split('.')
      .map((part) => part.split('~')[0]);
    expect(employeesInCookie).toEqual(ids.slice(1).toReversed());
  });

  it("accepts a login link to the employee's own account, and ignores an unreadable cookie", async () => {
    const cookie = await logInOnDevice(olga);
    expect((await consumeLink(await linkTokenFor(olga, maria), { cookie })).status).toBe(200);
    for (const value of ['', '~', 'x~', '~zzz', 'x~!'])
      expect(
        (
          await consumeLink(await linkTokenFor(await createPersonOfOlga()), {
            cookie: `__Secure-haversack-staff=${value}`,
          })
        ).status,
      ).toBe(200);
  });
});

describe('login links of an employee', () => {
  it('allows an employee twenty login links a day', async () => {
    const employeeAtLimit = await server.user({ ...roles.consultant });
    const nina = await server.user({ responsible_id: employeeAtLimit.id });
    for (let made = 0; made < 20; made += 1) expect((await make(employeeAtLimit, nina.id)).status).toBe(200);
    const reply = await make(employeeAtLimit, nina.id);
    expect([reply.status, reply.body['code']]).toEqual([429, 'daily_limit']);
    server.clock.advance(DAY);
    expect((await make(employeeAtLimit, nina.id)).status).toBe(200);
  });
});

describe('an organisation that sends login links only by email', () => {
  it('sends the login link only to the person and shows the employee where the link was sent', async () => {
    const mailServer = await openTestServer({ clock: server.clock, app: { reset_links: 'mail' } });
    const inbox = new Mailbox(mailServer);
    const carl = await mailServer.user({ ...roles.consultant, first_name: 'Carl' });
    const nina = await mailServer.user({ responsible_id: carl.id });
    const { body } = await mailServer.call('accounts.make_link', { token: carl.token, query: { user_id: nina.id } });
    expect(body).toMatchObject({ status: 'sent', url: null, sent_to: [{ via: 'email', to: 'p***@example.org' }] });
    const [email] = await inbox.receive(nina.email!);
    const [, token = ''] = /reset-credentials\/(\S+)/.exec(email?.text ?? '') ?? [];
    expect(email?.text).toContain('This was not me: ');
    expect((await mailServer.call('accounts.spend_link', { body: { token }, headers: web })).status).toBe(200);
    const alone = await mailServer.user({ responsible_id: carl.id, email: null });
    const noAddressReply = await mailServer.call('accounts.make_link', {
      token: carl.token,
      query: { user_id: alone.id },
    });
    expect([noAddressReply.status, noAddressReply.body['code']]).toEqual([422, 'no_address']);
    await mailServer.close();
  });
});
