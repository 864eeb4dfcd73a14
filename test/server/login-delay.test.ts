import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delayAfter } from '../../server/features/accounts/attempts.ts';
import { parseLoginName } from '../../server/features/accounts/login.ts';
import { readAuditEntries, ownEntry } from '../helpers/audit.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from '../helpers/server.ts';

describe('the delay after failed logins', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [8, 8],
    [9, 16],
    [10, 32],
    [11, 60],
    [12, 60],
    [500, 60],
  ])('after %i failed logins, the next login is delayed by %i s', (failures, seconds) =>
    expect(delayAfter(failures)).toBe(seconds),
  );
});

describe('the login name', () => {
  it.each([
    ['+49 151 234-56.78', { phone: '+491512345678' }],
    ['0049 (151) 2345678', { phone: '+491512345678' }],
    ['491512345678', { phone: '+491512345678' }],
    ['12345', { phone: '+12345' }],
    ['123456789012345', { phone: '+123456789012345' }],
    ['1234', { phone: '+1234' }],
    ['+4900', { phone: '+4900' }],
    ['1234567890123456', { phone: '+1234567890123456' }],
    ['Anna@Example.org', { email: 'anna@example.org' }],
    ['ju\u0308rgen@example.org', { email: 'jürgen@example.org' }],
    ['+49151a2345678', { email: '+49151a2345678' }],
  ])('reads the login name %s as %o', (username, name) => expect(parseLoginName(username)).toEqual(name));
});

describe('an account whose password is guessed', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  const login = (username: string, password: string) => server.call('accounts.login', { body: { username, password } });

  async function fail(username: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      expect(await login(username, 'a wrong password')).toMatchObject({ status: 401 });
      server.clock.advance(60_000);
    }
  }

  it('delays an account by at most a minute, and resets the delay after the right password', async () => {
    const { email } = await server.user();
    await fail(email!, 12);
    server.clock.advance(-60_000);
    const earlyLogin = await login(email!, TEST_PASSWORD);
    expect(earlyLogin).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(earlyLogin.headers['retry-after']).toBe('60');
    server.clock.advance(59_000);
    expect((await login(email!, TEST_PASSWORD)).headers['retry-after']).toBe('1');
    server.clock.advance(1_000);
    expect(await login(email!, TEST_PASSWORD)).toMatchObject({ status: 200 });
    for (let time = 0; time < 5; time += 1)
      expect(await login(email!, 'a wrong password')).toMatchObject({ status: 401 });
    expect(await login(email!, TEST_PASSWORD)).toMatchObject({ status: 429 });
  });

  it('restarts the count of failed logins after an hour without failures', async () => {
    const { email } = await server.user();
    await fail(email!, 12);
    server.clock.advance(3_600_000);
    for (let time = 0; time < 5; time += 1)
      expect(await login(email!, 'a wrong password')).toMatchObject({ status: 401 });
    expect(await login(email!, 'a wrong password')).toMatchObject({ status: 429 });
  });

  it('delays an unknown account like a known one', async () => {
    for (let time = 0; time < 5; time += 1)
      expect(await login('unknown@example.org', 'a wrong password')).toMatchObject({ status: 401 });
    expect(await login('unknown@example.org', 'a wrong password')).toMatchObject({ status: 429 });
  });

  it('delays only the account whose password is guessed', async () => {
    const [one, other] = [await server.user(), await server.user()];
    await fail(one.email!, 7);
    server.clock.advance(-60_000);
    expect(await login(one.email!, TEST_PASSWORD)).toMatchObject({ status: 429 });
    expect(await login(other.email!, TEST_PASSWORD)).toMatchObject({ status: 200 });
  });

  it('records each login and each failed login of an account with the address of the request', async () => {
    const { id, email } = await server.user();
    await fail(email!, 1);
    await login(email!, TEST_PASSWORD);
    expect(await readAuditEntries(server, id)).toEqual([
      { ...ownEntry('login_failed', id), actor_id: null },
      { ...ownEntry('login', id), target_id: null },
    ]);
  });
});
