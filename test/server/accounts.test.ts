import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesIn, openTestServer, roles, TEST_PASSWORD, type TestReply, type TestServer } from '../helpers/server.ts';

const MIN = 60_000;
const web = { 'x-haversack-client': 'web' };
const ownPageHeaders = { ...web, origin: 'http://localhost:8080' };

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const logIn = (username: string, password = TEST_PASSWORD, headers: Record<string, string> = {}) =>
  server.call('accounts.login', { body: { username, password }, headers });

const tokenOf = ({ body }: TestReply) => String(body['token']);

function cookieOf({ headers }: TestReply): string {
  const [cookie] = [headers['set-cookie']].flat();
  return String(cookie).split(';')[0] ?? '';
}

const refresh = (cookie: string, headers: Record<string, string> = ownPageHeaders) =>
  server.call('own.refresh', { headers: { ...headers, cookie } });

const me = (token: string, scheme = 'Bearer') =>
  server.call('accounts.me', { headers: { authorization: `${scheme} ${token}` } });

describe('login', () => {
  it('accepts a login with an email in any case and a phone number in any notation', async () => {
    const user = await server.user({ email: 'lena@example.org', phone: '+4917012345678' });
    for (const name of [' Lena@Example.ORG ', '+49 170 1234-5678', '0049 (170) 12345678', '4917012345678']) {
      const reply = await logIn(name);
      expect(reply.status).toBe(200);
      expect((await me(tokenOf(reply))).body).toMatchObject({ id: user.id, email: 'lena@example.org' });
    }
  });

  it('responds identically to a login with an unknown name and one with a wrong password', async () => {
    const user = await server.user();
    const wrongLogin = await logIn(user.email!, 'not this one');
    const unknown = await logIn('nobody@example.org', 'not this one');
    for (const reply of [wrongLogin, unknown]) {
      expect(reply.status).toBe(401);
      expect(reply.body).toMatchObject({ code: 'wrong_email_or_password', message: 'Wrong email or password' });
    }
    const phone = await logIn('+49 170 0000000', 'not this one');
    expect(phone.body).toMatchObject({ code: 'wrong_phone_or_password', message: 'Wrong phone or password' });
  });

  it('delays logins after five failures and never locks the account', async () => {
    const { email } = await server.user();
    for (let failure = 0; failure < 5; failure += 1) expect((await logIn(email!, 'wrong')).status).toBe(401);
    const earlyLogin = await logIn(email!);
    expect(earlyLogin.status).toBe(429);
    expect(earlyLogin.body).toMatchObject({ code: 'too_many_requests' });
    expect(earlyLogin.headers['retry-after']).toBe('1');
    server.clock.advance(1_100);
    expect((await logIn(email!, 'wrong')).status).toBe(401);
    server.clock.advance(1_100);
    expect((await logIn(email!)).headers['retry-after']).toBe('1');
    server.clock.advance(1_000);
    expect((await logIn(email!)).status).toBe(200);
    expect((await logIn(email!, 'wrong')).status).toBe(401);
  });

  it('delays logins with an unknown name like logins to an existing account', async () => {
    for (let failure = 0; failure < 5; failure += 1) await logIn('ghost@example.org', 'wrong');
    expect((await logIn('ghost@example.org', 'wrong')).status).toBe(429);
  });

  it('reports a block to the blocked person only after the right password', async () => {
    const { email } = await server.user(roles.blocked);
    expect((await logIn(email!, 'wrong')).status).toBe(401);
    const reply = await logIn(email!);
    expect([reply.status, reply.body['code']]).toEqual([403, 'blocked']);
  });

  it('names the empty fields of a login', async () => {
    const { status, body } = await logIn(' ', '');
    expect([status, codesIn(body)]).toEqual([400, { username: 'required', password: 'required' }]);
  });

  it('accepts 30 login attempts from one IP address and refuses the next one', async () => {
    const limited = await openTestServer({ app: { rate_limits: true } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 31; attempt += 1) {
      statuses.push(
        (await limited.call('accounts.login', { body: { username: `a${attempt}@b.org`, password: '' } })).status,
      );
    }
    expect(statuses.slice(0, 30).every((status) => status === 400)).toBe(true);
    expect(statuses[30]).toBe(429);
    await limited.close();
  });
});

describe('access tokens', () => {
  it('accepts an access token as Bearer and as JWT, but not as Basic', async () => {
    const { token } = await server.user();
    expect((await me(token, 'Bearer')).status).toBe(200);
    expect((await me(token, 'JWT')).status).toBe(200);
    expect((await me(token, 'Basic')).status).toBe(401);
  });

  it('issues tokens for 15 minutes to our own page and for 30 days to other clients', async () => {
    const { email } = await server.user();
    const ownPageToken = tokenOf(await logIn(email!, TEST_PASSWORD, web));
    const otherSession = await logIn(email!);
    expect(otherSession.headers['set-cookie']).toBeUndefined();
    server.clock.advance(15 * MIN - 1000);
    expect((await me(ownPageToken)).status).toBe(200);
    server.clock.advance(1000);
    expect((await me(ownPageToken)).status).toBe(401);
    server.clock.advance(30 * 86_400_000 - 15 * MIN - 1000);
    expect((await me(tokenOf(otherSession))).status).toBe(200);
    server.clock.advance(1000);
    expect((await me(tokenOf(otherSession))).status).toBe(401);
  });

  it('rejects a token with an unknown signature or another algorithm', async () => {
    const { token } = await server.user();
    const [head, payload, signature] = token.split('.');
    const unsignedHeader = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    for (const forged of [
      `${head}.${payload}.x${signature}`,
      `${unsignedHeader}.${payload}.`,
      `${unsignedHeader}.${payload}.${signature}`,
      'x',
    ]) {
      expect((await me(forged)).body['code']).toBe('unauthorized');
    }
  });

  it('accepts only one encoding of a token', async () => {
    const { token } = await server.user();
    const last = token.at(-1)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sameBits = alphabet[alphabet.indexOf(last) ^ 1]!;
    for (const spelling of [`${token}=`, `${token.slice(0, -1)}${sameBits}`, token.replace('.', '=.')])
      expect((await me(spelling)).status).toBe(401);
    expect((await me(token)).status).toBe(200);
  });

  it('invalidates tokens when the account is blocked, deactivated or deleted, and when its tokens are revoked', async () => {
    for (const [change, code] of [
      [{ is_blocked: true }, 'blocked'],
      [{ is_active: false }, 'blocked'],
      [{ deleted_at: server.clock.now().toISOString() }, 'unauthorized'],
      [{ token_version: 2 }, 'unauthorized'],
    ] as const) {
      const user = await server.user();
      await server.db.updateTable('users').set(change).where('id', '=', user.id).execute();
      expect((await me(user.token)).body['code']).toBe(code);
    }
  });
});

describe('refresh cookie', () => {
  async function session() {
    const { email, id } = await server.user();
    const reply = await logIn(email!, TEST_PASSWORD, web);
    return { id, email: email!, reply, cookie: cookieOf(reply), token: tokenOf(reply) };
  }

  it('restricts the refresh cookie and the logout cookie to the calls that need them, and hides both from scripts', async () => {
    const { reply } = await session();
    const [own, logout] = [reply.headers['set-cookie']].flat();
    expect(String(own)).toMatch(
      /^__Secure-haversack-refresh=[\w-]{43}; Max-Age=2592000; Path=\/api\/accounts\/refresh; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(String(logout)).toMatch(
      /^__Secure-haversack-logout=[0-9a-f]{64}; Max-Age=2592000; Path=\/api\/accounts\/logout; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('issues a new access token and rotates the cookie on each refresh', async () => {
    const { id, cookie } = await session();
    server.clock.advance(20 * MIN);
    const first = await refresh(cookie);
    expect([first.status, first.body['user_id']]).toEqual([200, id]);
    expect((await me(tokenOf(first))).status).toBe(200);
    expect(cookieOf(first)).not.toBe(cookie);
    expect((await refresh(cookieOf(first))).status).toBe(200);
  });

  it('accepts the previous refresh cookie for one minute, in case the reply was lost', async () => {
    const { cookie } = await session();
    await refresh(cookie);
    server.clock.advance(59_000);
    const secondRefresh = await refresh(cookie);
    expect(secondRefresh.status).toBe(200);
    expect((await refresh(cookieOf(secondRefresh))).status).toBe(200);
  });

  it('ends the whole session when the previous refresh cookie is used after more than a minute', async () => {
    const { cookie, token } = await session();
    const second = await refresh(cookie);
    server.clock.advance(61_000);
    expect((await refresh(cookie)).body['code']).toBe('unauthorized');
    expect((await refresh(cookieOf(second))).body['code']).toBe('unauthorized');
    expect((await me(tokenOf(second))).status).toBe(401);
    expect((await me(token)).status).toBe(401);
  });

  it('a refresh cookie expires after 30 days without use', async () => {
    const { cookie } = await session();
    server.clock.advance(30 * 86_400_000 + 1);
    expect((await refresh(cookie)).status).toBe(401);
  });

  it('accepts a refresh only from our own page', async () => {
    const { cookie } = await session();
    for (const headers of [
      web,
      { origin: ownPageHeaders.origin },
      { ...web, origin: 'https://evil.example' },
      { ...web, origin: 'null' },
    ]) {
      expect((await refresh(cookie, headers as Record<string, string>)).body['code']).toBe('bad_origin');
    }
    expect((await refresh('')).body['code']).toBe('unauthorized');
  });

  it.each([{ is_blocked: true }, { is_active: false }])(
    'refuses to refresh the token of an account with %j and returns the reason',
    async (change) => {
      const { id, cookie } = await session();
      await server.db.updateTable('users').set(change).where('id', '=', id).execute();
      const reply = await refresh(cookie);
      expect([reply.status, reply.body['code']]).toEqual([403, 'blocked']);
      expect(reply.headers['set-cookie']).toBeUndefined();
    },
  );

  it('a logout revokes the refresh cookie even days after the login, and keeps the other sessions of the account', async () => {
    const { cookie, token, email } = await session();
    const other = await logIn(email, TEST_PASSWORD, web);
    server.clock.advance(5 * 86_400_000);
    const reply = await server.call('own.logout', { token });
    expect([reply.status, reply.body]).toEqual([200, { ok: true, message: 'Logged out' }]);
    expect(String(reply.headers['set-cookie'])).toContain(
      '__Secure-haversack-refresh=; Max-Age=0; Path=/api/accounts/refresh',
    );
    expect((await refresh(cookie)).status).toBe(401);
    expect((await refresh(cookieOf(other))).status).toBe(200);
  });

  it('accepts the logout of a session without a refresh cookie, and then rejects its token', async () => {
    const { email } = await server.user();
    const token = tokenOf(await logIn(email!));
    expect((await server.call('own.logout', { token })).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    server.clock.advance(MIN);
    await logIn(email!, TEST_PASSWORD, web);
    expect((await me(token)).status).toBe(401);
    expect((await server.call('own.logout', {})).status).toBe(200);
  });
});

describe('profile', () => {
  it('the profile that a caller gets contains no secrets', async () => {
    const user = await server.user({ first_name: 'Olga', ...roles.consultant, subscribed_until: null });
    const { body } = await me(user.token);
    expect(body).toMatchObject({
      first_name: 'Olga',
      is_staff: true,
      is_subscribed: true,
      avatar: null,
      referrer: null,
    });
    expect(Object.keys(body)).not.toContain('password_hash');
    expect(Object.keys(body)).not.toContain('token_version');
  });

  it('stores the language chosen in the profile', async () => {
    const { token } = await server.user();
    const reply = await server.call('accounts.set_language', { token, body: { language: 'de' } });
    expect([reply.status, reply.body]).toEqual([200, { ok: true, message: 'Änderungen gespeichert' }]);
    expect((await me(token)).body['language']).toBe('de');
  });
});
