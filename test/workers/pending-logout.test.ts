import { describe, expect, test } from 'vitest';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { savedDeviceValue, saveDeviceValue, type DeviceValues } from '../../src/db/schema/device.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { createSyncApi } from '../../workers/api.ts';
import { login } from '../../workers/sync/account.ts';
import { reportLogout, sendPendingLogout, sessionIdOf } from '../../workers/sync/pending-logout.ts';
import { FakeServer, htmlResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';
import { addComment, ANNA, makePorts, settlePromises } from '../helpers/phone.ts';

const SESSION = '01900000-0000-7000-8000-0000000000f1';
const OTHER = '01900000-0000-7000-8000-0000000000f2';
const right = { username: 'anna@example.org', password: 'right', language: null };

/** Returns an unsigned access token with the given claims. */
const tokenWith = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const networkError = () => Promise.reject(new TypeError('gone'));

type Pending = DeviceValues['pending_logout'];

/** Creates a phone that shows the login screen after a logout without a network. */
async function open(pending: Pending = { user_id: ANNA, session: SESSION }) {
  const server = new FakeServer();
  const ports = makePorts({ fetch: server.fetch });
  const device = openDeviceDb(ports);
  await saveDeviceValue(device, 'pending_logout', pending);
  const pendingLogout = () => savedDeviceValue(device, 'pending_logout');
  return { server, ports, device, pendingLogout, api: createSyncApi(ports) };
}

describe('a logout without a network', () => {
  test.each(['drop', 'keep'] as const)(
    'an offline logout stores the id of the session that must be ended later (%s)',
    async (mode) => {
      const { server, phone, ports } = await makePhone();
      await saveMeta(phone.db, 'token', tokenWith({ fam: SESSION }));
      await saveMeta(phone.db, 'outbox_key', server.outbox_key);
      await phone.store.write(addComment());
      server.every('own.logout', networkError);
      expect(await phone.logout(mode)).toEqual({ ok: true });
      const device = openDeviceDb(ports);
      expect(await savedDeviceValue(device, 'pending_logout')).toEqual({ user_id: ANNA, session: SESSION });
      const [tried] = server.calls('own.logout');
      expect([tried?.body, tried?.credentials]).toEqual([JSON.stringify({ session: SESSION }), 'same-origin']);
    },
  );

  test('reports a logout by session id without cookies, or by cookie if there is no id', async () => {
    for (const [pending, body, credentials] of [
      [{ user_id: ANNA, session: SESSION }, JSON.stringify({ session: SESSION }), 'omit'],
      [{ user_id: ANNA }, '', 'same-origin'],
    ] as const) {
      const { server, ports, pendingLogout } = await open(pending);
      expect(await reportLogout(ports)).toBe('reported');
      expect(server.calls('own.logout')).toMatchObject([{ body, credentials }]);
      expect(await pendingLogout()).toBeNull();
      expect(await reportLogout(ports)).toBe('none');
      expect(server.seen).toHaveLength(1);
    }
  });

  test.each([
    ['without a network', networkError, 'unreported'],
    ['behind a captive portal', () => htmlResponse(200), 'unreported'],
    ['while the server fails', () => refusalResponse(503, 'unavailable'), 'unreported'],
    ['while requests are limited', () => refusalResponse(429, 'too_many_requests'), 'unreported'],
    ['to a server that does not know the session', () => refusalResponse(401, 'unauthorized'), 'reported'],
  ] as const)('the result of reporting a logout %s is "%s"', async (_, answer, report) => {
    const { server, ports, pendingLogout } = await open();
    server.every('own.logout', answer);
    expect(await reportLogout(ports)).toBe(report);
    expect((await pendingLogout()) === null).toBe(report === 'reported');
  });

  test('keeps a second pending logout while the first one is being reported', async () => {
    const { server, ports, device, pendingLogout } = await open();
    const next = { user_id: ANNA, session: OTHER };
    server.next('own.logout', async (seen) => {
      await saveDeviceValue(device, 'pending_logout', next);
      return server.answer(seen);
    });
    expect(await sendPendingLogout(ports, device)).toBe(true);
    expect(await pendingLogout()).toEqual(next);
  });

  test('aborts the report of a logout after 8 s', async () => {
    const { server, ports, pendingLogout } = await open();
    const fetch = ports.fetch;
    ports.fetch = (url, init) =>
      new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        void fetch(url, init);
      });
    const report = reportLogout(ports);
    await settlePromises();
    expect(server.calls('own.logout')).toHaveLength(1);
    ports.clock.pass(7_999);
    await settlePromises();
    expect(await Promise.race([report, settlePromises().then(() => 'waiting')])).toBe('waiting');
    ports.clock.pass(1);
    expect(await report).toBe('unreported');
    expect(await pendingLogout()).not.toBeNull();
  });
});

describe('the worker of a page without a login', () => {
  test.each([
    ['on request', (api: ReturnType<typeof createSyncApi>) => api.reportLogout()],
    ['when the network is back', (api: ReturnType<typeof createSyncApi>) => api.onOnline()],
    ['when the tab becomes visible', (api: ReturnType<typeof createSyncApi>) => api.setVisible(true)],
  ])("the login page's worker reports a logout %s", async (_, wake) => {
    const { api, pendingLogout } = await open();
    await wake(api);
    await expect.poll(pendingLogout).toBeNull();
  });

  test('does not report a logout while the tab is hidden', async () => {
    const { api, server } = await open();
    await api.setVisible(false);
    await settlePromises(2);
    expect(server.seen).toEqual([]);
  });

  test('retries the report of a logout with back-off until the server confirms it', async () => {
    const { api, server, ports, pendingLogout } = await open();
    server.every('own.logout', networkError);
    await api.reportLogout();
    for (let tries = 2; tries <= 4; tries += 1) {
      const [wait] = ports.clock.waits();
      expect(wait).toBeLessThanOrEqual(20_000);
      ports.clock.pass(wait!);
      await expect.poll(() => [server.calls('own.logout').length, ports.clock.waits().length]).toEqual([tries, 1]);
    }
    server.heal();
    ports.clock.pass(ports.clock.waits()[0]!);
    await expect.poll(pendingLogout).toBeNull();
    await settlePromises(2);
    expect(ports.clock.waits()).toEqual([]);
  });

  test('retries the report of a logout that happened without a network', async () => {
    const { server, ports, phone } = await makePhone();
    await phone.close();
    const api = createSyncApi(ports);
    server.every('own.logout', networkError);
    expect(await api.logout('drop')).toEqual({ ok: true });
    const device = openDeviceDb(ports);
    await expect.poll(() => ports.clock.waits().length).toBeGreaterThan(0);
    server.heal();
    ports.clock.pass(20_000);
    await expect.poll(() => savedDeviceValue(device, 'pending_logout')).toBeNull();
  });

  test('sends the writes of a logged-in person only after an earlier logout was reported', async () => {
    const { server, ports, phone } = await makePhone();
    await phone.store.write(addComment());
    await phone.close();
    const device = openDeviceDb(ports);
    await saveDeviceValue(device, 'pending_logout', { user_id: ANNA, session: OTHER });
    server.next('own.logout', networkError);
    const api = createSyncApi(ports);
    await api.start(ANNA);
    await settlePromises(2);
    expect(server.calls('sync.push')).toEqual([]);
    await api.onOnline();
    await expect.poll(() => server.results.size).toBe(1);
  });
});

test("a login reports a pending logout before and after the login, without the new session's cookie", async () => {
  const { server, ports, device, pendingLogout } = await open();
  server.next('own.logout', () => refusalResponse(503, 'unavailable'));
  expect(await login(ports, device, right)).toMatchObject({ ok: true });
  const names = server.seen.slice(0, 3).map(({ name, credentials }) => [name, credentials]);
  expect(names).toEqual([
    ['own.logout', 'omit'],
    ['accounts.login', 'same-origin'],
    ['own.logout', 'omit'],
  ]);
  expect(await pendingLogout()).toBeNull();
});

test.each([
  ['an access token', tokenWith({ fam: SESSION }), SESSION],
  ['a token whose session is not an id', tokenWith({ fam: '../../x' }), undefined],
  ['a token without a session', tokenWith({}), undefined],
  ['any other text', 'token-1', undefined],
  ['nothing', null, undefined],
])('reads the session id of %s', (_, token, session) => {
  expect(sessionIdOf(token)).toBe(session);
});
