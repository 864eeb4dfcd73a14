import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestFacts } from '../../server/handlers.ts';
import { createDeviceCookies } from '../../server/features/accounts/device-cookie.ts';
import { openTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';
import { TEST_SECRET } from '../helpers/test-payments.ts';

const WRONG_PASSWORD = 'a wrong password';

let server: TestServer;
let anna: TestUser;
beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  anna = await server.user();
});
afterAll(() => server.close());

const from = (ip: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...more });

const login = (username: string, password: string, headers: Record<string, string>) =>
  server.call('accounts.login', { body: { username, password }, headers });

const statuses = async (replies: ReturnType<typeof login>[]) =>
  (await Promise.all(replies)).map(({ status }) => status);

/** Returns the cookies of a reply in the form in which a browser sends them. */
const cookiesOf = (reply: Awaited<ReturnType<typeof login>>) =>
  [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');

async function knownDeviceHeaders(user: TestUser, ip = '198.51.100.1'): Promise<Record<string, string>> {
  const reply = await login(user.email!, TEST_PASSWORD, from(ip, { 'x-haversack-client': 'web' }));
  expect(reply.status).toBe(200);
  return { cookie: cookiesOf(reply) };
}

/** Logs in with a wrong password from an address until that address is delayed. */
async function failUntilDelayed(user: TestUser, ip: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await login(user.email!, WRONG_PASSWORD, from(ip))).status).toBe(401);
  expect((await login(user.email!, WRONG_PASSWORD, from(ip))).status).toBe(429);
}

describe('a stranger who guesses a password', () => {
  it('delays the address that guesses a password, but not the owner', async () => {
    await failUntilDelayed(anna, '203.0.113.9');
    expect((await login(anna.email!, TEST_PASSWORD, from('203.0.113.9'))).status).toBe(429);
    expect((await login(anna.email!, TEST_PASSWORD, from('198.51.100.1'))).status).toBe(200);
  });

  it.each([
    ['10.1.2.3', 200],
    ['192.0.2.1', 429],
  ])('uses the address that a proxy at %s forwards only if the proxy is trusted', async (remoteAddress, status) => {
    const serverBehindProxy = await openTestServer({ app: { trusted_proxies: ['10.0.0.0/8'] } });
    const boris = await serverBehindProxy.user();
    const loginFrom = (ip: string, password: string) =>
      serverBehindProxy.app.inject({
        method: 'POST',
        url: '/api/accounts/login/',
        ...{ remoteAddress, headers: from(ip), payload: { username: boris.email!, password } },
      });
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await loginFrom('203.0.113.9', WRONG_PASSWORD)).statusCode).toBe(401);
    expect((await loginFrom('203.0.113.10', TEST_PASSWORD)).statusCode).toBe(status);
    await serverBehindProxy.close();
  });

  it('delays an entire IPv6 network for guessing a password, but not the neighbouring network', async () => {
    for (let host = 0; host < 5; host += 1)
      expect((await login(anna.email!, WRONG_PASSWORD, from(`2001:db8:1:2::${host}`))).status).toBe(401);
    expect((await login(anna.email!, TEST_PASSWORD, from('2001:db8:1:2:ffff::1'))).status).toBe(429);
    expect((await login(anna.email!, TEST_PASSWORD, from('2001:db8:1:3::1'))).status).toBe(200);
  });

  it('checks at most five passwords from an address, however many arrive at the same time', async () => {
    const replies = await statuses(
      Array.from({ length: 60 }, () => login(anna.email!, WRONG_PASSWORD, from('203.0.113.9'))),
    );
    expect(replies.filter((status) => status === 401)).toHaveLength(5);
    expect(replies.filter((status) => status === 429)).toHaveLength(55);
  });

  it('counts failed logins by email and by phone number together', async () => {
    for (const name of [anna.email!, anna.phone!, anna.email!, anna.phone!, anna.email!])
      expect((await login(name, WRONG_PASSWORD, from('203.0.113.9'))).status).toBe(401);
    expect((await login(anna.phone!, WRONG_PASSWORD, from('203.0.113.9'))).status).toBe(429);
  });

  it('checks a hundred wrong passwords an hour from all addresses together', async () => {
    const device = await knownDeviceHeaders(anna);
    for (let address = 1; address <= 20; address += 1) await failUntilDelayed(anna, `203.0.113.${address}`);
    const next = await login(anna.email!, WRONG_PASSWORD, from('203.0.113.99'));
    expect([next.status, next.headers['retry-after']]).toEqual([429, '3600']);
    expect((await login(anna.email!, TEST_PASSWORD, from('192.0.2.1'))).status).toBe(429);
    expect((await login(anna.email!, TEST_PASSWORD, from('192.0.2.1', device))).status).toBe(200);
    const other = await server.user();
    expect((await login(other.email!, TEST_PASSWORD, from('192.0.2.1'))).status).toBe(200);
    server.clock.advance(3_599_000);
    expect((await login(anna.email!, TEST_PASSWORD, from('192.0.2.1'))).headers['retry-after']).toBe('1');
    server.clock.advance(1_000);
    expect((await login(anna.email!, TEST_PASSWORD, from('192.0.2.1'))).status).toBe(200);
  });

  it('does not count logins with the right password as failed attempts', async () => {
    for (let time = 0; time < 101; time += 1)
      expect((await login(anna.email!, TEST_PASSWORD, from('198.51.100.1'))).status).toBe(200);
  });
});

describe('a known device', () => {
  it('lets a known device log in from an address whose logins are delayed', async () => {
    const device = await knownDeviceHeaders(anna);
    await failUntilDelayed(anna, '203.0.113.9');
    expect((await login(anna.email!, TEST_PASSWORD, from('203.0.113.9', device))).status).toBe(200);
  });

  it('delays a known device after its own failed logins, from any address', async () => {
    const device = await knownDeviceHeaders(anna);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await login(anna.email!, WRONG_PASSWORD, from(`203.0.113.${attempt}`, device))).status).toBe(401);
    expect((await login(anna.email!, TEST_PASSWORD, from('203.0.113.77', device))).status).toBe(429);
  });

  it('does not accept a device cookie of another account or one that the server did not sign', async () => {
    const { cookie } = await knownDeviceHeaders(anna);
    const other = await server.user();
    await failUntilDelayed(other, '203.0.113.9');
    const otherCookie = cookie!.replaceAll(/__Secure-haversack-device-\w+/g, '__Secure-haversack-device-0');
    expect((await login(other.email!, TEST_PASSWORD, from('203.0.113.9', { cookie: cookie! }))).status).toBe(429);
    await failUntilDelayed(anna, '203.0.113.9');
    for (const bad of [otherCookie, cookie!.replace(/(device-\w+=)/, '$1x'), `${cookie!.split('.')[0]}.`])
      expect((await login(anna.email!, TEST_PASSWORD, from('203.0.113.9', { cookie: bad }))).status).toBe(429);
  });

  it('recognises a device cookie of the previous secret, and renews it with the new secret', () => {
    const cookies = new Map<string, string>();
    const request = {
      cookie: (name: string) => cookies.get(name),
      set_cookie: (name: string, value: string) => void cookies.set(name, value),
    } as unknown as RequestFacts;
    createDeviceCookies(TEST_SECRET).set(request, anna.id);
    const device = createDeviceCookies(TEST_SECRET).deviceOf(request, anna.id);
    const newSecret = 'a new secret of the server'.repeat(2);
    expect(createDeviceCookies(newSecret).deviceOf(request, anna.id)).toBeNull();
    expect(createDeviceCookies(newSecret, TEST_SECRET).deviceOf(request, anna.id)).toBe(device);
    createDeviceCookies(newSecret, TEST_SECRET).set(request, anna.id);
    expect(createDeviceCookies(newSecret).deviceOf(request, anna.id)).toBe(device);
  });

  it('gives a device one cookie per account, and sets it only in our own page', async () => {
    const cookies = createDeviceCookies(TEST_SECRET);
    const deviceIdIn = (text: string) => {
      const found = new Map(text.split('; ').map((pair) => pair.split('=', 2) as [string, string]));
      return cookies.deviceOf({ cookie: (name) => found.get(name) }, anna.id);
    };
    const first = await knownDeviceHeaders(anna);
    const secondLogin = await login(anna.email!, TEST_PASSWORD, { ...first, 'x-haversack-client': 'web' });
    expect(deviceIdIn(first['cookie']!)).toMatch(/^[\w-]{22}$/);
    expect(deviceIdIn(cookiesOf(secondLogin))).toBe(deviceIdIn(first['cookie']!));
    expect((await login(anna.email!, TEST_PASSWORD, {})).headers['set-cookie']).toBeUndefined();
    const line = [secondLogin.headers['set-cookie']].flat().find((text) => String(text).includes('-device-'));
    expect(line).toMatch(/; Max-Age=31536000; Path=\/api\/accounts\/login; HttpOnly; Secure; SameSite=Strict$/);
  });
});
