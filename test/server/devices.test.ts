import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../contract/sync.ts';
import { readAuditEntries, ownEntry } from '../helpers/audit.ts';
import { TEST_PASSWORD, type TestReply } from '../helpers/server.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;
beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person();
});
afterAll(() => server.close());

const deviceHeader = (device_id: string) => ({ 'x-device-id': device_id });
const ownPageHeaders = { 'x-haversack-client': 'web', origin: 'http://localhost:8080' };

async function devicesOf(person: Person): Promise<Device[]> {
  const { body } = await server.plain.call('own.devices', { token: person.token });
  return body as unknown as Device[];
}

const revoke = (person: Person, id: string) =>
  server.plain.call('own.revoke_device', { token: person.token, params: { id } });

const push = (person: Person, more: object) =>
  server.call(person, 'POST', '/api/sync/push', {
    proto: 1,
    device_id: person.device_id,
    ops: [server.comment('hello')],
    ...more,
  });

/** Logs in on a device through the page. Returns the cookies. */
async function logIn(email: string, device_id: string) {
  const body = { username: email, password: TEST_PASSWORD };
  const reply = await server.plain.call('accounts.login', {
    body,
    headers: { ...ownPageHeaders, ...deviceHeader(device_id) },
  });
  return { token: String(reply.body['token']), cookies: cookiesOf(reply) };
}

function cookiesOf({ headers }: TestReply): { refresh: string; logout: string } {
  const [refresh = '', logout = ''] = [headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
  return { refresh, logout };
}

const refresh = (cookie: string, device_id?: string) =>
  server.plain.call('own.refresh', {
    headers: { ...ownPageHeaders, ...(device_id && deviceHeader(device_id)), cookie },
  });

async function personWithEmail() {
  const user = await server.plain.user({ subscribed_until: null });
  return { ...user, email: user.email!, device_id: uuidv7() };
}

describe('device list', () => {
  it('lists devices with their reported details, most recently seen first', async () => {
    const ben = await server.person();
    const tablet = { ...ben, device_id: uuidv7() };
    await server.push(tablet, [server.comment('from the tablet')]);
    server.pass(60_000);
    const pending = { count: 7, oldest_at: server.iso(-5_000) };
    await push(ben, { app_version: '1.2', device_name: '\u202e Pixel 9,\u0007 Chrome ', pending });
    const [first, second] = await devicesOf(ben);
    expect(first).toEqual({
      device_id: ben.device_id,
      name: 'Pixel 9, Chrome',
      app_version: '1.2',
      last_push_at: server.iso(),
      last_pull_at: null,
      pending: 7,
      oldest_pending_at: server.iso(-5_000),
      revoked_at: null,
    });
    expect(second).toMatchObject({ device_id: tablet.device_id, name: null, pending: null });
    expect(await devicesOf(anna)).toEqual([]);
  });

  it('updates the last seen time of an idle device at most every ten minutes', async () => {
    const ben = await server.person();
    await push(ben, {});
    const pull = async () => {
      const fullReply = await server.plain.call('sync.changes', { token: ben.token, query: { p0: 0 } });
      const { cursors } = fullReply.body as unknown as { cursors: { p0: number } };
      const query = { p0: cursors.p0, device_id: ben.device_id };
      const { body } = await server.plain.call('sync.changes', { token: ben.token, query });
      expect(body['changes']).toEqual([]);
      return (await devicesOf(ben))[0]?.last_pull_at;
    };
    const first = await pull();
    expect(first).toBe(server.iso());
    server.pass(5 * 60_000);
    expect(await pull()).toBe(first);
    server.pass(6 * 60_000);
    // A pull without a cursor does not show which rows the device already has.
    const none = { device_id: ben.device_id };
    expect((await server.plain.call('sync.changes', { token: ben.token, query: none })).status).toBe(200);
    expect(await pull()).toBe(server.iso());
  });

  it('keeps a device name that a later push omits', async () => {
    const ben = await server.person();
    await push(ben, { device_name: 'Firefox', pending: { count: 1, oldest_at: null } });
    await push(ben, {});
    expect((await devicesOf(ben))[0]).toMatchObject({ name: 'Firefox', pending: 1 });
  });

  it('lists the hundred devices that were seen last, in the order of their last push or pull', async () => {
    const ben = await server.person();
    const { db, scope } = server.deps;
    const row = (index: number) => ({
      ...{ scope, user_id: ben.id, device_id: uuidv7() },
      ...(index % 2 ? { last_push_at: server.iso(index) } : { last_pull_at: server.iso(index) }),
    });
    const rows = Array.from({ length: 100 }, (_, index) => row(index));
    const neverSeen = { scope, user_id: ben.id, device_id: uuidv7() };
    await db
      .insertInto('sync_devices')
      .values([neverSeen, ...rows.slice(1)])
      .execute();
    const ids = rows.map(({ device_id }) => device_id).toReversed();
    expect((await devicesOf(ben)).map(({ device_id }) => device_id)).toEqual([
      ...ids.slice(0, 99),
      neverSeen.device_id,
    ]);
    await db.insertInto('sync_devices').values(rows[0]!).execute();
    expect((await devicesOf(ben)).map(({ device_id }) => device_id)).toEqual(ids);
  });

  it('stores a device name of maximum length, and caps reported numbers at what the database can store', async () => {
    const ben = await server.person();
    const ops = [server.comment('hello', { clock_offset_ms: -3_000_000_000 })];
    const name = 'x'.repeat(80);
    await push(ben, {
      ops,
      device_name: name,
      app_version: '1.2 ✓',
      pending: { count: 3_000_000_000, oldest_at: null },
    });
    expect((await devicesOf(ben))[0]).toMatchObject({ name, app_version: '1.2 ', pending: 2_147_483_647 });
    const { db } = server.deps;
    const stored = db.selectFrom('sync_devices').select('clock_offset_ms').where('device_id', '=', ben.device_id);
    expect(await stored.executeTakeFirst()).toEqual({ clock_offset_ms: -2_147_483_647 });
    expect((await push(ben, { device_name: `${name}x` })).status).toBe(400);
    await push(ben, { device_name: '\u202e' });
    expect((await devicesOf(ben))[0]).toMatchObject({ name: null, app_version: null });
  });

  it('lists a device after its first login', async () => {
    const ben = await personWithEmail();
    await logIn(ben.email, ben.device_id);
    expect(await devicesOf(ben)).toMatchObject([{ device_id: ben.device_id, last_push_at: null }]);
  });
});

describe('revoked devices', () => {
  it('rejects every call of a revoked device until the next login on it', async () => {
    const ben = await personWithEmail();
    const { token, cookies } = await logIn(ben.email, ben.device_id);
    expect((await revoke(ben, ben.device_id)).body).toEqual({ ok: true, message: 'Operation successful' });
    const phone = { ...ben, token };
    const headers = deviceHeader(ben.device_id);
    for (const url of ['changes?p0=0', 'snapshot?group=p0', 'digest?group=p0', `blobs/${'a'.repeat(64)}`, 'events']) {
      const reply = await server.call(phone, 'GET', `/api/sync/${url}`, undefined, headers);
      expect([url, reply.status, reply.body['code']]).toEqual([url, 403, 'device_revoked']);
    }
    expect((await push(phone, {})).status).toBe(401);
    const refused = await refresh(cookies.refresh, ben.device_id);
    expect([refused.status, refused.body['code']]).toEqual([403, 'device_revoked']);
    expect((await refresh(cookies.refresh)).body['code']).toBe('device_revoked');
    expect((await devicesOf(ben))[0]?.revoked_at).toBe(server.iso());

    const again = await logIn(ben.email, ben.device_id);
    expect((await server.changes({ ...ben, token: again.token }, { p0: 0 })).has_more).toBe(false);
    expect((await refresh(again.cookies.refresh, ben.device_id)).status).toBe(200);
    expect((await refresh(cookies.refresh)).status).toBe(401);
    expect((await devicesOf(ben))[0]?.revoked_at).toBeNull();
  });

  it('rejects a pull or push that names a revoked device only in its parameters', async () => {
    const ben = await server.person();
    await server.push(ben, [server.comment('known')]);
    await revoke(ben, ben.device_id);
    const query = `device_id=${ben.device_id}`;
    for (const url of [`changes?p0=0&${query}`, `snapshot?group=p0&${query}`])
      expect((await server.call(ben, 'GET', `/api/sync/${url}`)).body).toMatchObject({ code: 'device_revoked' });
    expect((await push(ben, {})).body).toMatchObject({ code: 'device_revoked' });
    const mine = server.comments();
    expect((await mine).filter(({ author_id }) => author_id === ben.id)).toHaveLength(1);
  });

  it("revoking a device leaves the person's other devices logged in and notifies them", async () => {
    const ben = await personWithEmail();
    const [phone, tablet] = [await logIn(ben.email, ben.device_id), await logIn(ben.email, uuidv7())];
    const revs: number[] = [];
    const notification = new Promise<void>((resolve) => {
      server.deps.pokes.listen(server.deps.scope, {
        user_id: ben.id,
        poke: (rev) => {
          revs.push(rev);
          resolve();
        },
        recheck: () => undefined,
      });
    });
    await revoke({ ...ben, token: tablet.token }, ben.device_id);
    await notification;
    expect(revs).toHaveLength(1);
    expect((await refresh(tablet.cookies.refresh)).status).toBe(200);
    expect((await refresh(phone.cookies.refresh)).status).toBe(403);
    expect((await server.plain.call('accounts.me', { token: phone.token })).status).toBe(401);
    expect((await server.plain.call('accounts.me', { token: tablet.token })).status).toBe(200);
  });

  it("revokes only the caller's own devices, and may be repeated", async () => {
    const ben = await server.person();
    await server.push(ben, [server.comment('known')]);
    const othersReply = await revoke(anna, ben.device_id);
    expect([othersReply.status, othersReply.body['code']]).toEqual([404, 'not_found']);
    expect((await revoke(ben, ben.device_id)).status).toBe(200);
    expect((await revoke(ben, ben.device_id)).status).toBe(200);
    expect(await readAuditEntries(server.deps, ben.id)).toEqual([
      { ...ownEntry('device_revoked', ben.id, { device_id: ben.device_id }), target_id: null },
    ]);
  });

  it('revoking a device does not affect another person who is logged in on it', async () => {
    const [ben, carl] = [await personWithEmail(), await personWithEmail()];
    await logIn(ben.email, ben.device_id);
    await revoke(ben, ben.device_id);
    const { token } = await logIn(carl.email, ben.device_id);
    expect((await server.changes({ ...carl, token, device_id: ben.device_id }, { p0: 0 })).has_more).toBe(false);
    expect((await devicesOf(ben))[0]?.revoked_at).not.toBeNull();
  });
});

describe('logout', () => {
  const logOut = (headers: Record<string, string>) => server.plain.call('own.logout', { headers });

  it('a logout needs only the logout cookie', async () => {
    const ben = await personWithEmail();
    const { cookies, token } = await logIn(ben.email, ben.device_id);
    const reply = await logOut({ ...ownPageHeaders, cookie: cookies.logout });
    expect([reply.status, reply.headers['set-cookie']]).toMatchObject([200, { length: 2 }]);
    expect((await refresh(cookies.refresh)).status).toBe(401);
    expect((await server.plain.call('accounts.me', { token })).status).toBe(401);
  });

  it('ignores a logout from another origin, and refuses the logout cookie as a refresh cookie', async () => {
    const ben = await personWithEmail();
    const { cookies } = await logIn(ben.email, ben.device_id);
    const { origin } = ownPageHeaders;
    for (const headers of [{ origin }, { ...ownPageHeaders, origin: 'https://evil.example' }])
      await logOut({ ...headers, cookie: cookies.logout });
    const hash = cookies.logout.split('=')[1]!;
    expect((await refresh(`__Secure-haversack-refresh=${hash}`)).status).toBe(401);
    expect((await refresh(cookies.refresh)).status).toBe(200);
  });
});
