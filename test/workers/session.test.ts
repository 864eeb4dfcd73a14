import { describe, expect, test, vi } from 'vitest';
import { accountCalls } from '../../contract/api-calls/accounts.ts';
import { untypedCall } from '../../contract/api-calls/define.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { saveLastScreen } from '../../src/db/storage/last-screens.ts';
import { LAST_SCREEN_PREFIX, type SavedScreen } from '../../src/lib/last-screen.ts';
import { REFRESH_LOCK_MS, sendAuthenticated, setGates, type Session } from '../../workers/sync/session.ts';
import { htmlResponse, jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';
import { addComment, ANNA, anna, BORIS, settlePromises } from '../helpers/phone.ts';

const me = untypedCall(accountCalls, 'accounts.me');

async function open() {
  const setup = await makePhone();
  const { db, device, store } = setup.phone;
  const session: Session = { user_id: ANNA, device_id: anna.device_id, db, device, ports: setup.ports };
  await store.write(addComment('Unsent'));
  const expectUnsentWrite = async () => expect(await db.outbox.count()).toBe(1);
  return { ...setup, session, db, device, expectUnsentWrite, gates: async () => (await savedSyncStatus(db)).gates };
}

describe('expired token', () => {
  test('refreshes an expired token with the cookie and repeats the request', async () => {
    const { server, session, db, gates } = await open();
    server.token = 'token-2';
    expect((await sendAuthenticated(session, me)).kind).toBe('reply');
    expect(await savedMeta(db, 'token')).toBe('token-2');
    expect(server.seen.map((seen) => seen.name)).toEqual(['accounts.me', 'own.refresh', 'accounts.me']);
    expect((await gates()).auth).toBe(false);
  });

  test('refreshes an expired token once for concurrent requests', async () => {
    const { server, session } = await open();
    server.token = 'token-2';
    const answers = await Promise.all([1, 2, 3].map(() => sendAuthenticated(session, me)));
    expect(answers.map((answer) => answer.kind)).toEqual(['reply', 'reply', 'reply']);
    expect(server.calls('own.refresh')).toHaveLength(1);
  });

  test('refreshes a token without the lock once a frozen tab has held it for 30 s', async () => {
    const { server, session, ports } = await open();
    void ports.locks.request(`haversack-refresh-${ANNA}`, {}, () => new Promise<never>(() => {}));
    server.token = 'token-2';
    const answer = sendAuthenticated(session, me);
    await settlePromises();
    ports.clock.pass(REFRESH_LOCK_MS - 1);
    await settlePromises();
    expect(server.calls('own.refresh')).toEqual([]);
    ports.clock.pass(1);
    expect(await answer).toMatchObject({ kind: 'reply' });
    expect(server.calls('own.refresh')).toHaveLength(1);
  });

  test('waits for the refresh of another tab, and uses its token', async () => {
    const { server, session, db, ports } = await open();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    void ports.locks.request(`haversack-refresh-${ANNA}`, {}, () => held);
    server.token = 'token-2';
    const answer = sendAuthenticated(session, me);
    await settlePromises();
    await saveMeta(db, 'token', 'token-2');
    release();
    expect(await answer).toMatchObject({ kind: 'reply' });
    expect(server.calls('own.refresh')).toEqual([]);
  });

  test('a token refresh that fails after the wait for the lock has ended is not repeated', async () => {
    const { server, session, ports } = await open();
    server.token = 'token-2';
    let respond = (_: Response) => {};
    server.next('own.refresh', () => new Promise<Response>((resolve) => (respond = resolve)));
    const answer = sendAuthenticated(session, me);
    await vi.waitFor(() => expect(server.calls('own.refresh')).toHaveLength(1));
    ports.clock.pass(REFRESH_LOCK_MS);
    vi.spyOn(session.db.meta, 'put').mockRejectedValue(new Error('the disk failed'));
    respond(jsonResponse({ token: 'token-2', user_id: ANNA }));
    await expect(answer).rejects.toThrow('the disk failed');
    expect(server.calls('own.refresh')).toHaveLength(1);
  });

  test("does not refresh a token with another person's cookie", async () => {
    const { server, session, db, gates, expectUnsentWrite } = await open();
    server.token = 'token-of-boris';
    server.cookie_of = BORIS;
    expect(await sendAuthenticated(session, me)).toMatchObject({ kind: 'refused', status: 401 });
    expect(await savedMeta(db, 'token')).toBe('token-1');
    expect((await gates()).auth).toBe(true);
    await expectUnsentWrite();
  });

  test.each([
    ['the server does not respond', () => Promise.reject(new TypeError('gone'))],
    ['the server fails', () => refusalResponse(503, 'unavailable')],
    ['there were too many requests', () => refusalResponse(429, 'too_many_requests')],
    ['a proxy responds', () => htmlResponse(502)],
  ])('keeps the login when it cannot be refreshed because %s', async (_, answer) => {
    const { server, session, db, gates, expectUnsentWrite } = await open();
    server.token = 'token-2';
    server.every('own.refresh', answer);
    expect(await sendAuthenticated(session, me)).toEqual({ kind: 'no_answer' });
    expect((await gates()).auth).toBe(false);
    expect(await savedMeta(db, 'token')).toBe('token-1');
    await expectUnsentWrite();
    server.heal();
    expect((await sendAuthenticated(session, me)).kind).toBe('reply');
  });

  test('a rejected token refresh pauses sync, and keeps the profile, the cursors and the unsent write', async () => {
    const { server, session, db, gates, expectUnsentWrite } = await open();
    server.token = 'token-2';
    server.cookie_of = null;
    expect(await sendAuthenticated(session, me)).toMatchObject({ kind: 'refused', status: 401 });
    expect(await gates()).toMatchObject({ auth: true, blocked: false, upgrade: false, retry_after: 0 });
    expect(await db.me.get(ANNA)).toBeDefined();
    expect(await savedMeta(db, 'token')).toBe('token-1');
    expect(await savedMeta(db, 'cursors')).toBeDefined();
    await expectUnsentWrite();
  });

  test.each(['blocked', 'device_revoked'] as const)(
    'stops sending and returns the reason when a token refresh is rejected as %s',
    async (code) => {
      const { server, session, gates, expectUnsentWrite } = await open();
      server.token = 'token-2';
      server.next('own.refresh', () => refusalResponse(403, code));
      expect(await sendAuthenticated(session, me)).toMatchObject({ kind: 'refused', status: 403, code });
      expect(await gates()).toMatchObject({ auth: false, blocked: true });
      await expectUnsentWrite();
    },
  );

  test('does not refresh a token while a logout is unreported', async () => {
    const { server, session, device } = await open();
    server.token = 'token-2';
    await saveDeviceValue(device, 'pending_logout', { user_id: ANNA });
    expect(await sendAuthenticated(session, me)).toMatchObject({ kind: 'refused', status: 401 });
    expect(server.calls('own.refresh')).toEqual([]);
  });
});

describe('connection and gates after a response', () => {
  test.each([
    ['blocked', refusalResponse(403, 'blocked'), { blocked: true }],
    ['revoked', refusalResponse(403, 'device_revoked'), { blocked: true }],
    ['client too old', refusalResponse(426, 'client_too_old'), { upgrade: true }],
    ['forbidden for this request', refusalResponse(403, 'forbidden'), { blocked: false, auth: false, upgrade: false }],
  ])('stops sending only for the condition that the response "%s" reports', async (_, answer, expected) => {
    const { server, session, gates, expectUnsentWrite } = await open();
    server.next('accounts.me', () => answer);
    await sendAuthenticated(session, me);
    expect(await gates()).toMatchObject(expected);
    await expectUnsentWrite();
  });

  test('keeps the blocked screen through proxy pages and server errors', async () => {
    const { server, session, db, gates, expectUnsentWrite } = await open();
    const isBlocked = async () => (await savedSyncStatus(db)).shut ?? false;
    server.next('accounts.me', () => refusalResponse(403, 'device_revoked'));
    await sendAuthenticated(session, me);
    expect(await isBlocked()).toBe(false);
    server.next('accounts.me', () => refusalResponse(403, 'blocked'));
    await sendAuthenticated(session, me);
    expect(await isBlocked()).toBe(true);
    for (const answer of [htmlResponse(502), refusalResponse(500, 'internal')]) {
      await setGates(session, { blocked: false });
      server.next('accounts.me', () => answer);
      await sendAuthenticated(session, me);
      expect(await isBlocked()).toBe(true);
    }
    expect((await gates()).blocked).toBe(false);
    await expectUnsentWrite();
    await sendAuthenticated(session, me);
    expect(await isBlocked()).toBe(false);
  });

  test('the blocked screen gives way to the login when a login is needed again', async () => {
    const { server, session, db, gates } = await open();
    server.next('accounts.me', () => refusalResponse(403, 'blocked'));
    await sendAuthenticated(session, me);
    expect((await savedSyncStatus(db)).shut).toBe(true);
    server.next('accounts.me', () => refusalResponse(401, 'unauthorized'));
    server.next('own.refresh', () => refusalResponse(401, 'unauthorized'));
    await sendAuthenticated(session, me);
    expect((await savedSyncStatus(db)).shut).toBe(false);
    expect((await gates()).auth).toBe(true);
  });

  test('honours Retry-After for at most an hour', async () => {
    const { server, session, gates, ports } = await open();
    server.next('configs.all', () => refusalResponse(429, 'too_many_requests', { 'Retry-After': '30' }));
    await sendAuthenticated(session, 'configs.all');
    expect((await gates()).retry_after).toBe(ports.clock.now() + 30_000);
    server.next('configs.all', () => refusalResponse(503, 'unavailable', { 'Retry-After': '999999' }));
    await sendAuthenticated(session, 'configs.all');
    expect((await gates()).retry_after).toBe(ports.clock.now() + 3_600_000);
  });

  test.each([
    ['online', () => jsonResponse({})],
    ['online', () => refusalResponse(500, 'internal')],
    ['portal', () => htmlResponse(200)],
    ['no_answer', () => htmlResponse(502)],
  ])('reports the connection as %s', async (connection, answer) => {
    const { server, session, db } = await open();
    server.next('accounts.me', answer);
    await sendAuthenticated(session, me);
    expect((await savedSyncStatus(db)).connection).toBe(connection);
  });

  test('stores two conditions that stop sending even if they are reported at the same time', async () => {
    const { session, gates } = await open();
    await Promise.all([setGates(session, { auth: true }), setGates(session, { upgrade: true })]);
    await settlePromises(2);
    expect(await gates()).toMatchObject({ auth: true, upgrade: true });
  });
});

describe('the stored last screens', () => {
  test.each([
    ['deletes', { auth: true }, false],
    ['deletes', { blocked: true }, false],
    ['keeps', { auth: false }, true],
    ['keeps', { upgrade: true }, true],
  ])('%s the last screens with the gates %o', async (_, gates, isLeft) => {
    const { session, db } = await open();
    await saveLastScreen(db, '/contacts', {} as SavedScreen);
    await setGates(session, gates);
    expect((await db.meta.get(`${LAST_SCREEN_PREFIX}/contacts`)) !== undefined).toBe(isLeft);
  });
});
