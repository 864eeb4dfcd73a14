import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { hashPassword } from '../../server/features/accounts/passwords.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let realServer: TestServer;
beforeAll(async () => {
  server = await openTestServer({ app: { demo: true } });
  realServer = await openTestServer({ scope: server.scope });
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await server.user({ email: 'admin@example.org', phone: '+4915123456785', password_hash });
  await server.user({ email: 'member@example.org', password_hash });
});
afterAll(async () => {
  await server.close();
  await realServer.close();
});

const login = (
  headers: Record<string, string>,
  username = 'admin@example.org',
  password = DEMO_PASSWORD,
  at = server,
) => at.call('accounts.login', { headers, body: { username, password } });

const pages: ['GET' | 'POST', string][] = [
  ['GET', '/demo/telegram'],
  ['GET', '/demo/telegram/style.css'],
  ['POST', '/demo/telegram'],
  ['POST', '/%64emo/telegram'],
  ['POST', '/demo/telegram/'],
];

async function repliesOf(at: TestServer, headers: Record<string, string>) {
  const replies: [string, number, string][] = [];
  for (const [method, url] of pages) {
    const { statusCode, body } = await at.app.inject({
      method,
      url,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { payload: 'email=admin%40example.org' }),
    });
    replies.push([`${method} ${url}`, statusCode, body.replace(/"request_id":"[^"]+"/, '')]);
  }
  return replies;
}

describe('the demo', () => {
  it.each(['localhost', 'localhost:8080', 'LOCALHOST:8080', '127.0.0.1:8080', '127.3.4.5', '[::1]:8080', '[::1]'])(
    'serves the demo for the host %s',
    async (host) => {
      const statuses = (await repliesOf(server, { host })).map(([page, status]) => [page, status]);
      expect(statuses).toEqual([
        ['GET /demo/telegram', 200],
        ['GET /demo/telegram/style.css', 200],
        ['POST /demo/telegram', 303],
        ['POST /%64emo/telegram', 303],
        ['POST /demo/telegram/', 303],
      ]);
      expect((await login({ host })).status).toBe(200);
      expect((await login({ host }, '+49 151 23456785')).status).toBe(200);
    },
  );

  const strangers: Record<string, string>[] = [
    { host: 'haversack.example' },
    { host: 'rebind.evil.example:9102' },
    { host: '127.evil.example' },
    { host: 'localhost.evil.example' },
    { host: '192.168.0.7:8080' },
    // The headers of common proxies: the standard Forwarded header, nginx, Apache, Traefik, and a tunnel to another
    // host name.
    { host: 'localhost:8080', forwarded: 'for=192.0.2.7;proto=https' },
    { host: 'localhost:8080', via: '1.1 proxy' },
    { host: 'localhost:8080', 'x-real-ip': '192.0.2.7' },
    { host: 'localhost:8080', 'x-forwarded-for': '127.0.0.1' },
    { host: 'localhost:8080', 'x-forwarded-proto': 'https' },
    { host: 'localhost:8080', 'x-forwarded-host': 'localhost' },
    { host: 'localhost:8080', 'x-forwarded-port': '443' },
    { host: 'localhost:8080', 'x-forwarded-server': 'proxy' },
  ];

  it.each(strangers)('responds to a request with %o as if there were no demo', async (headers) => {
    const missing = await repliesOf(realServer, headers);
    expect(missing.map(([, status]) => status)).toEqual(pages.map(() => 404));
    expect(await repliesOf(server, headers)).toEqual(missing);
    for (const name of ['admin@example.org', 'Admin@Example.org', '+4915123456785'])
      expect(await login(headers, name)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('the restrictions of demo accounts do not apply to other accounts, or to a demo account with a changed password', async () => {
    const host = { host: 'haversack.example' };
    expect((await login(host, 'member@example.org')).status).toBe(200);
    expect((await login(host, 'admin@example.org', TEST_PASSWORD)).status).toBe(401);
    await server.user({ email: 'manager@example.org' });
    expect((await login(host, 'manager@example.org', TEST_PASSWORD)).status).toBe(200);
  });

  it('leaves no account with a known password when a demo becomes a real installation', async () => {
    const localHeaders = { host: 'localhost:8080' };
    expect((await login(localHeaders, 'admin@example.org', DEMO_PASSWORD, realServer)).status).toBe(404);
  });
});
