import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, TEST_PASSWORD, type TestReply, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const origin = 'http://localhost:8080';
/** Headers of a page of an older version, which refreshes only with its cookie. */
const ownPageHeaders = { 'x-haversack-client': 'web', origin };
const boundPageHeaders = { 'x-haversack-client': 'web/2', origin };

const cookieOf = ({ headers }: TestReply): string => String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';

async function logInFrom(headers: Record<string, string>, username?: string) {
  const { email, id } = username === undefined ? await server.user() : { email: username, id: '' };
  const reply = await server.call('accounts.login', { body: { username: email, password: TEST_PASSWORD }, headers });
  return { id, email: email!, cookie: cookieOf(reply), token: String(reply.body['token']) };
}
const logInBound = () => logInFrom(boundPageHeaders);

const refreshWith = (cookie: string, token: string | null, headers: Record<string, string> = boundPageHeaders) =>
  server.call('own.refresh', { headers: { ...headers, cookie }, ...(token !== null && { token }) });

const me = (token: string) => server.call('accounts.me', { token });

describe('a refresh cookie bound to its session', () => {
  it('a bound refresh cookie does not work without an access token of its session', async () => {
    const { cookie, email } = await logInBound();
    const other = await logInBound();
    const second = (await logInFrom(boundPageHeaders, email)).token;
    const unbound = cookie.replace('b.', '');
    for (const [sentCookie, token] of [
      [cookie, null],
      [cookie, other.token],
      [cookie, second],
      [cookie, 'x'],
      [unbound, null],
    ] as const)
      for (const headers of [boundPageHeaders, ownPageHeaders])
        expect((await refreshWith(sentCookie, token, headers)).body['code']).toBe('unauthorized');
  });

  it('a bound refresh cookie works with an expired token of its session and stays bound', async () => {
    const { id, cookie, token } = await logInBound();
    server.clock.advance(29 * 86_400_000);
    const first = await refreshWith(cookie, token);
    expect([first.status, first.body['user_id']]).toEqual([200, id]);
    const older = await refreshWith(cookieOf(first), token, ownPageHeaders);
    expect(older.status).toBe(200);
    expect((await refreshWith(cookieOf(older), null, ownPageHeaders)).body['code']).toBe('unauthorized');
    expect((await refreshWith(cookieOf(older), token)).status).toBe(200);
  });

  it('binds an older refresh cookie to its session at the first refresh after an app update', async () => {
    const { cookie, token } = await logInFrom(ownPageHeaders);
    expect((await refreshWith(cookie, null)).body['code']).toBe('unauthorized');
    const refreshReply = await refreshWith(cookie, token);
    expect(refreshReply.status).toBe(200);
    expect((await refreshWith(cookieOf(refreshReply), null, ownPageHeaders)).body['code']).toBe('unauthorized');
  });

  it('ends a session by its id alone, without a token or a cookie', async () => {
    const { cookie, token } = await logInBound();
    const other = await logInBound();
    const { fam } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { fam: string };
    const end = (id: string) => server.call('own.logout', { body: { session: id } });
    expect((await end('01900000-0000-7000-8000-0000000000f1')).body).toEqual({ ok: true, message: 'Logged out' });
    expect((await me(token)).status).toBe(200);
    expect((await end(fam.toUpperCase())).body).toEqual({ ok: true, message: 'Logged out' });
    expect((await refreshWith(cookie, token)).body['code']).toBe('unauthorized');
    expect((await me(token)).status).toBe(401);
    expect((await me(other.token)).status).toBe(200);
    expect((await end('x')).body['code']).toBe('invalid');
  });
});
