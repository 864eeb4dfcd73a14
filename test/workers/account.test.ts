import { describe, expect, test } from 'vitest';
import { openDeviceDb, openPhoneDb } from '../../src/db/schema/db.ts';
import { savedDeviceValue, saveDeviceValue } from '../../src/db/schema/device.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { channelName } from '../../src/db/schema/store.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { login } from '../../workers/sync/account.ts';
import { openSyncClient } from '../../workers/sync/sync-client.ts';
import {
  FakeServer,
  htmlResponse,
  jsonResponse,
  storeLogin,
  makePhone,
  refusalResponse,
} from '../helpers/fake-server.ts';
import { addComment, ANNA, BORIS, makePorts, meRow, settlePromises, START } from '../helpers/phone.ts';

const validLogin = { username: 'anna@example.org', password: 'the right one', language: null };

function open() {
  const server = new FakeServer();
  server.password = validLogin.password;
  const ports = makePorts({ fetch: server.fetch });
  return { server, ports, device: openDeviceDb(ports) };
}

const databases = async (ports: ReturnType<typeof makePorts>) =>
  (await ports.indexedDB.databases()).map(({ name }) => name ?? '').toSorted();

describe('login', () => {
  test('a login stores profile, token and identity on the device, but not the password', async () => {
    const { server, ports, device } = open();
    const result = await login(ports, device, validLogin);
    expect(result).toEqual({ ok: true, user_id: ANNA, token: 'token-1' });
    const db = openPhoneDb(ANNA, ports);
    expect(await db.me.get(ANNA)).toEqual(meRow());
    expect(await savedMeta(db, 'token')).toBe('token-1');
    expect(await savedDeviceValue(device, 'current_user')).toEqual({ id: ANNA });
    await db.open();
    const storedRows = await Promise.all([...db.tables, ...device.tables].map((table) => table.toArray()));
    expect(JSON.stringify(storedRows)).not.toContain(validLogin.password);
    const id = await savedDeviceValue(device, 'device_id');
    expect(server.calls('accounts.login')[0]?.headers).toMatchObject({ 'X-Device-Id': id });
    const phone = await openSyncClient(ports, ANNA);
    expect(await phone.runCycle()).toBe('done');
  });

  test('a login with a wrong password stores nothing', async () => {
    const { ports, device } = open();
    const result = await login(ports, device, { ...validLogin, password: 'wrong' });
    expect(result).toEqual({ ok: false, why: 'refused', code: 'wrong_email_or_password' });
    expect(await savedDeviceValue(device, 'current_user')).toBeUndefined();
    expect(await databases(ports)).toEqual(['haversack-device']);
  });

  test.each([
    ['offline', false, () => Promise.reject(new TypeError('gone'))],
    ['no_answer', true, () => Promise.reject(new TypeError('gone'))],
    ['portal', true, () => htmlResponse(200)],
  ])('reports %s as the reason for a failed login', async (why, online, answer) => {
    const { server, ports, device } = open();
    ports.online = online;
    server.every('accounts.login', answer);
    expect(await login(ports, device, validLogin)).toEqual({ ok: false, why });
    expect(await databases(ports)).toEqual(['haversack-device']);
  });

  test('reports how long to wait after too many login attempts', async () => {
    const { server, ports, device } = open();
    server.next('accounts.login', () => refusalResponse(429, 'too_many_requests', { 'Retry-After': '61' }));
    const result = await login(ports, device, validLogin);
    expect(result).toEqual({ ok: false, why: 'refused', code: 'too_many_requests', retry_after_s: 61 });
  });

  test('a login sends the previously chosen language', async () => {
    const { server, ports, device } = open();
    await login(ports, device, { ...validLogin, language: 'de' });
    const phone = await openSyncClient(ports, ANNA);
    expect((await phone.db.me.get(ANNA))?.language).toBe('de');
    expect(await phone.runCycle()).toBe('done');
    expect(server.rows.get(`me:${ANNA}`)?.row).toMatchObject({ language: 'de' });
  });

  test('a login after an expired one resumes sync, and applies unsent changes to the new profile', async () => {
    const { server, ports, device } = open();
    await storeLogin(ports, server);
    const phone = await openSyncClient(ports, ANNA);
    await phone.store.write({ kind: 'settings.update', id: ANNA, args: { theme: 'dark' } });
    await phone.store.write(addComment());
    await saveMeta(phone.db, 'status', { gates: { ...(await savedSyncStatus(phone.db)).gates, auth: true } });
    const waiting = await phone.db.outbox.toArray();
    server.rows.set(`me:${ANNA}`, { c: 'me', row: meRow({ rev: 5, city: 'Kassel' } as object) });
    await login(ports, device, validLogin);
    expect((await savedSyncStatus(phone.db)).gates.auth).toBe(false);
    expect(await phone.db.outbox.toArray()).toEqual(waiting);
    expect(await phone.db.me.get(ANNA)).toMatchObject({ theme: 'dark', city: 'Kassel', rev: 5 });
  });

  test('a login keeps the device id', async () => {
    const { ports, device } = open();
    await login(ports, device, validLogin);
    const id = await savedDeviceValue(device, 'device_id');
    await login(ports, device, validLogin);
    expect(await savedDeviceValue(device, 'device_id')).toBe(id);
  });
});

describe('logout', () => {
  test('a logout deletes the database and notifies the server and other tabs', async () => {
    const { server, ports, phone } = await makePhone();
    const received: unknown[] = [];
    ports.channel(channelName(ANNA)).listen((message) => received.push(message));
    await phone.store.write(addComment());
    await phone.logout('drop');
    expect(await databases(ports)).toEqual(['haversack-device']);
    expect(server.calls('own.logout')).toHaveLength(1);
    const device = openDeviceDb(ports);
    expect(await savedDeviceValue(device, 'pending_logout')).toBeNull();
    expect(await savedDeviceValue(device, 'current_user')).toBeNull();
    await settlePromises(2);
    expect(received).toContainEqual({ type: 'logged_out' });
  });

  test('a logout works offline and is reported to the server at the next login', async () => {
    const { server, ports, phone } = await makePhone();
    server.password = validLogin.password;
    server.every('own.logout', () => Promise.reject(new TypeError('gone')));
    await phone.logout('drop');
    expect(await databases(ports)).toEqual(['haversack-device']);
    const device = openDeviceDb(ports);
    expect(await savedDeviceValue(device, 'pending_logout')).toEqual({ user_id: ANNA });
    server.heal();
    expect(await login(ports, device, validLogin)).toMatchObject({ ok: true });
    expect(await savedDeviceValue(device, 'pending_logout')).toBeNull();
    // The server never received the report of the first logout.
    const names = server.seen.map((seen) => seen.name);
    expect(names).toEqual(['own.logout', 'own.logout', 'accounts.login', 'accounts.me', 'own.outbox_key']);
  });

  test('reports a pending logout at app start before anything else is sent', async () => {
    const { server, ports, phone } = await makePhone();
    const device = openDeviceDb(ports);
    await saveDeviceValue(device, 'pending_logout', { user_id: ANNA });
    server.next('own.logout', () => refusalResponse(503, 'unavailable'));
    await phone.start();
    await phone.scheduler.idle();
    expect(server.seen.map((seen) => seen.name)).toEqual(['own.logout']);
    expect(await savedDeviceValue(device, 'pending_logout')).not.toBeNull();
    await phone.start();
    expect(await savedDeviceValue(device, 'pending_logout')).toBeNull();
    await phone.close();
  });

  test('a logout waits at most 3 s for a hanging sync cycle', async () => {
    const { server, ports, phone } = await makePhone();
    server.every('sync.changes', () => new Promise(() => {}));
    phone.scheduler.schedule('start');
    await settlePromises();
    const done = phone.logout('drop');
    await settlePromises();
    expect(await databases(ports)).toContain(`haversack-${ANNA}`);
    ports.clock.pass(3_000);
    await done;
    expect(await databases(ports)).toEqual(['haversack-device']);
    expect(ports.clock.now()).toBe(START + 3_000);
  });

  test('a logout continues after a failed step', async () => {
    const { ports, phone } = await makePhone();
    ports.channel = () => {
      throw new Error('no channels here');
    };
    await phone.logout('drop');
    expect(await databases(ports)).toEqual(['haversack-device']);
  });
});

describe('a second person on the device', () => {
  /** Anna's login has expired while one of her writes waits. Boris logs in while her tab is open. */
  async function borisLogsIn() {
    const { server, ports, phone } = await makePhone();
    server.password = validLogin.password;
    const op_id = await phone.store.write(addComment('Of Anna'));
    server.token = 'token-of-boris';
    server.cookie_of = BORIS;
    server.next('accounts.me', () => jsonResponse(meRow({ id: BORIS, first_name: 'Boris' })));
    const device = openDeviceDb(ports);
    expect(await login(ports, device, validLogin)).toMatchObject({ ok: true, user_id: BORIS });
    return { server, ports, phone, device, op_id, boris: await openSyncClient(ports, BORIS) };
  }

  test('sends no work of the first person while the second is logged in, whichever tab syncs', async () => {
    const { server, phone, boris, op_id } = await borisLogsIn();
    for (let round = 0; round < 3; round += 1) {
      await boris.runCycle();
      await phone.runCycle();
      phone.scheduler.schedule('online');
      await phone.scheduler.idle();
    }
    expect(server.results.size).toBe(0);
    for (const { headers } of server.calls('sync.push')) expect(headers['Authorization']).toBe('Bearer token-1');
    expect(await savedMeta(phone.db, 'token')).toBe('token-1');
    expect((await savedSyncStatus(phone.db)).gates.auth).toBe(true);
    expect((await phone.db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id]);
    expect(await boris.db.outbox.count()).toBe(0);
    expect(await boris.db.comments.count()).toBe(0);
  });

  test("sends the first person's work exactly once, after that person has logged in again", async () => {
    const { server, ports, phone, device, boris, op_id } = await borisLogsIn();
    await phone.runCycle();
    await boris.logout('drop');
    server.token = 'token-2';
    server.cookie_of = ANNA;
    expect(await login(ports, device, validLogin)).toMatchObject({ ok: true, user_id: ANNA });
    expect(await phone.runCycle()).toBe('done');
    expect([...server.results.keys()]).toEqual([op_id]);
    expect(await phone.db.outbox.count()).toBe(0);
  });
});

test.each([
  ['a day fast', 86_400_000],
  ['a day slow', -86_400_000],
])('sends the writes of a device whose clock is %s, and stores the measured clock offset', async (_, drift) => {
  const { server, ports, phone } = await makePhone();
  server.now = () => START;
  ports.clock.ms = START + drift;
  server.every('sync.push', (seen) => {
    const reply = server.answer(seen);
    reply.headers.set('Date', new Date(START).toUTCString());
    return reply;
  });
  await phone.store.write(addComment('By a wrong clock'));
  expect(await phone.runCycle()).toBe('done');
  expect(server.results.size).toBe(1);
  expect(await phone.db.outbox.count()).toBe(0);
  expect((await savedSyncStatus(phone.db)).clock_offset_ms).toBe(-drift);
  await phone.store.write(addComment('And another'));
  expect((await phone.db.outbox.toArray()).map((entry) => entry.clock_offset_ms)).toEqual([-drift]);
  expect(await phone.runCycle()).toBe('done');
  expect(server.results.size).toBe(2);
});

test('an outdated tab that would block a database upgrade stops writing', async () => {
  const { ports, phone } = await makePhone();
  let isSuperseded = false;
  const tab = openPhoneDb(ANNA, ports, () => {
    isSuperseded = true;
  });
  await tab.open();
  const request = ports.indexedDB.open(`haversack-${ANNA}`, 9_999);
  const newerDb = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  expect(isSuperseded).toBe(true);
  await expect(tab.outbox.count()).rejects.toThrow();
  await expect(phone.store.write(addComment('too late'))).rejects.toThrow();
  expect(newerDb.transaction('outbox').objectStore('outbox').count()).toBeDefined();
  newerDb.close();
});
