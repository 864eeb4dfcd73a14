import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../contract/api-calls/index.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { countRequest } from '../../server/request-limit.ts';
import { openTestServer, roles, type TestServer } from '../helpers/server.ts';

let first: TestServer;
let second: TestServer;
beforeAll(async () => {
  first = await openTestServer({ app: { rate_limits: true } });
  second = await openTestServer({ scope: first.scope, clock: first.clock, app: { rate_limits: true } });
});
afterAll(async () => {
  await first.close();
  await second.close();
});

let address = 0;
const newAddress = () => `198.51.${(address += 1)}.7`;

/** Sends requests alternately to the two processes. Returns their statuses. */
async function sendAlternately(
  count: number,
  name: CallName,
  options: Parameters<TestServer['call']>[1],
): Promise<number[]> {
  const statuses: number[] = [];
  for (let request = 0; request < count; request += 1)
    statuses.push((await (request % 2 === 0 ? first : second).call(name, options)).status);
  return statuses;
}

const person = (index: number, more: object = {}) => ({
  first_name: 'Anna',
  last_name: 'Berg',
  email: `pupil${index}@example.org`,
  phone: `+4915123${String(400_000 + index)}`,
  password: 'a long enough password',
  language: 'en',
  consent: true,
  ...more,
});

const register = (server: TestServer, ip: string, body: object) =>
  server.call('accounts.register', { body, headers: { 'x-forwarded-for': ip } });

describe('request limits below a hundred a minute', () => {
  it.each([
    ['accounts.login', 30],
    ['accounts.bot_login', 30],
    ['accounts.spend_link', 30],
    ['own.check_link', 60],
  ] as const)('limits %s to exactly %i requests a minute per address, also across two processes', async (name, max) => {
    const headers = { 'x-forwarded-for': newAddress() };
    const statuses = await sendAlternately(max + 2, name, { body: {}, headers });
    expect(statuses).toEqual([...Array<number>(max).fill(400), 429, 429]);
    const other = { 'x-forwarded-for': newAddress() };
    expect(await sendAlternately(1, name, { body: {}, headers: other })).toEqual([400]);
  });

  it('keeps the count of logins exact if all requests arrive simultaneously', async () => {
    const headers = { 'x-forwarded-for': newAddress() };
    const options = { body: {}, headers };
    const calls = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? first : second).call('accounts.login', options),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
  });

  it("counts a person's requests across all addresses, and returns the time to wait", async () => {
    const { token } = await first.user(roles.consultant);
    for (let request = 0; request < 10; request += 1) {
      const headers = { 'x-forwarded-for': newAddress() };
      expect((await first.call('own.contact_code', { token, body: {}, headers })).status).toBe(400);
    }
    first.clock.advance(1_000);
    const limitReply = await second.call('own.contact_code', { token, body: {} });
    expect([limitReply.status, limitReply.body['code'], limitReply.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '3599',
    ]);
    first.clock.advance(3_598_999);
    expect((await second.call('own.contact_code', { token, body: {} })).status).toBe(429);
    first.clock.advance(1);
    expect((await second.call('own.contact_code', { token, body: {} })).status).toBe(400);
  });

  it('counts all addresses of an IPv6 network as one', async () => {
    const statuses: number[] = [];
    for (let host = 1; host <= 31; host += 1) {
      const headers = { 'x-forwarded-for': `2001:db8:9:9::${host.toString(16)}` };
      statuses.push((await first.call('accounts.login', { body: {}, headers })).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429]);
  });

  it('deletes the request count of a minute when the minute is over', async () => {
    const { deps } = first;
    await countRequest(deps, { key: 'to forget', max: 1, window_s: 60 });
    const left = () =>
      deps.db
        .selectFrom('request_counts')
        .select('count')
        .where('scope', '=', deps.scope)
        .where('key', '=', 'to forget')
        .execute();
    const now = deps.clock().getTime();
    await cleanUp(deps.db, new Date(now + 60_000));
    expect(await left()).toHaveLength(1);
    await cleanUp(deps.db, new Date(now + 60_001));
    expect(await left()).toEqual([]);
  });
});

describe('registrations from one address', () => {
  it('allows a hundred registrations an hour from one address, in addition to rejected ones', async () => {
    const ip = newAddress();
    const statuses: number[] = [];
    for (let index = 0; index < 100; index += 1)
      statuses.push((await register(index % 2 === 0 ? first : second, ip, person(index))).status);
    expect(statuses).toEqual(Array<number>(100).fill(200));
    expect((await register(first, ip, person(1))).status).toBe(409);
    expect(await register(second, ip, person(100))).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await register(second, newAddress(), person(101))).status).toBe(200);
  });

  it('reveals at most ten taken emails or numbers an hour, also to simultaneous requests', async () => {
    await register(first, newAddress(), person(500));
    const attempts = Array.from({ length: 40 }, (_, index) =>
      register(
        index % 2 === 0 ? first : second,
        `2001:db8:7:7::${index + 1}`,
        person(500, { phone: '+4915123777777' }),
      ),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect((await register(first, '2001:db8:7:7::ff', person(501))).status).toBe(200);
  });

  it('counts refused registration checks and refused registrations together', async () => {
    const ip = newAddress();
    const taken = person(600);
    await register(first, ip, taken);
    const check = (server: TestServer, body: object) =>
      server.call('own.check_registration', { body, headers: { 'x-forwarded-for': ip } });
    for (let request = 0; request < 9; request += 1)
      expect((await check(request % 2 === 0 ? first : second, { email: taken.email })).status).toBe(409);
    expect((await register(second, ip, taken)).status).toBe(409);
    for (const body of [{ email: taken.email }, { phone: taken.phone }, { referral_promo_code: 'NOBODY' }])
      expect((await check(first, body)).status).toBe(429);
    expect((await register(first, ip, taken)).status).toBe(429);
    expect((await check(second, { email: 'unused@example.org' })).status).toBe(200);
  });

  it('allows a hundred registration checks an hour from one address', async () => {
    const headers = { 'x-forwarded-for': newAddress() };
    const statuses = await sendAlternately(101, 'own.check_registration', { body: {}, headers });
    expect(statuses).toEqual([...Array<number>(100).fill(200), 429]);
  });
});
