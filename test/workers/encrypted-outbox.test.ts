import { describe, expect, test } from 'vitest';
import { openDeviceDb, openPhoneDb } from '../../src/db/schema/db.ts';
import { savedDeviceValue, saveDeviceValue } from '../../src/db/schema/device.ts';
import { finishLogoutCleanup } from '../../src/db/schema/logout-cleanup.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { login } from '../../workers/sync/account.ts';
import { openSyncClient } from '../../workers/sync/sync-client.ts';
import { contactRow, editContact, photoFile, setPhoto } from '../helpers/contact-makers.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { addComment, ANNA, newId, settlePromises } from '../helpers/phone.ts';

const right = { username: 'anna@example.org', password: 'right', language: null } as const;

/** Creates an offline device of Anna with three unsent writes, one of which has a photo. */
async function open() {
  const setup = await makePhone();
  const { phone, server } = setup;
  await phone.restoreLockedOutbox();
  const row = contactRow();
  await phone.db.contacts.put(row);
  server.rows.set(`contacts:${row.id}`, { c: 'contacts', row });
  const comment = newId();
  const op_ids = await phone.store.writeAll([
    addComment('a secret word', comment),
    editContact(row.id, { notes: 'another secret' }),
    setPhoto(row.id, photoFile('a secret picture')),
  ]);
  server.every('own.logout', () => Promise.reject(new TypeError('gone')));
  return { ...setup, row, op_ids, comment, device: openDeviceDb(setup.ports) };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Returns all data on the disk of this device as text. */
async function disk({ ports }: Opened): Promise<string> {
  const found: string[] = [];
  for (const { name } of await ports.indexedDB.databases()) {
    const request = ports.indexedDB.open(name!);
    const db = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => {
        rows.onsuccess = resolve;
      });
      const asText = (_: string, value: unknown) =>
        value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value;
      found.push(JSON.stringify(rows.result, asText));
    }
    db.close();
  }
  return found.join('\n');
}

async function logInAgain({ ports, server, device }: Opened) {
  server.heal();
  expect(await login(ports, device, right)).toMatchObject({ ok: true });
  return openSyncClient(ports, ANNA);
}

describe('offline logout with locked changes', () => {
  test('an offline logout leaves only ciphertext on the device', async () => {
    const opened = await open();
    expect(await opened.phone.logout('keep')).toEqual({ ok: true });
    const text = await disk(opened);
    for (const secret of ['secret', 'Anna', 'anna@', 'token-1', opened.server.outbox_key, 'Orlov'])
      expect(text).not.toContain(secret);
    expect(await opened.device.locked.toArray()).toMatchObject([{ user_id: ANNA, count: 3 }]);
  });

  test('restores locked changes at the next login and sends them once, with their keys and photo', async () => {
    const opened = await open();
    const { server, op_ids, row } = opened;
    await opened.phone.logout('keep');
    const phone = await logInAgain(opened);
    expect((await phone.db.outbox.orderBy('seq').toArray()).map((entry) => entry.op_id)).toEqual(op_ids);
    expect((await phone.db.contacts.get(row.id))?.notes).toBe('another secret');
    expect(await phone.db.blobs.count()).toBe(1);
    expect(await opened.device.locked.count()).toBe(0);
    server.every('sync.upload', () => new Response(JSON.stringify({ offset: 16, complete: true }), upload));
    await phone.runCycle();
    expect([...server.results.keys()].toSorted()).toEqual(op_ids.toSorted());
    expect(await phone.db.outbox.count()).toBe(0);
  });

  test('an in-flight write that is locked and restored keeps its bytes and takes effect once', async () => {
    const opened = await open();
    const { server, phone, op_ids } = opened;
    server.next('sync.push', (seen) => {
      server.answer(seen);
      throw new TypeError('the reply was lost');
    });
    await phone.runCycle();
    const sent = server.calls('sync.push')[0]!.body;
    await phone.logout('keep');
    const secondLogin = await logInAgain(opened);
    await secondLogin.runCycle();
    const firstOpOf = (body: string) => (JSON.parse(body) as { ops: { op_id: string }[] }).ops[0];
    expect(firstOpOf(server.calls('sync.push')[1]!.body)).toEqual(firstOpOf(sent));
    expect(server.results.has(op_ids[0]!)).toBe(true);
  });

  test('restores locked changes only once even if the restore runs twice', async () => {
    const opened = await open();
    await opened.phone.logout('keep');
    const [locked] = await opened.device.locked.toArray();
    const phone = await logInAgain(opened);
    await opened.device.locked.put(locked!);
    await phone.restoreLockedOutbox();
    expect(await phone.db.outbox.count()).toBe(3);
  });

  test('reports a wrong key and leaves the locked changes in place', async () => {
    const opened = await open();
    await opened.phone.logout('keep');
    opened.server.outbox_key = btoa('x'.repeat(32));
    const phone = await logInAgain(opened);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await opened.device.locked.count()).toBe(1);
    expect((await savedSyncStatus(phone.db)).locked_fault).toBe(true);
  });

  test('the next logout does not overwrite locked changes that cannot be decrypted', async () => {
    const opened = await open();
    const { server, device, op_ids } = opened;
    const key = server.outbox_key;
    await opened.phone.logout('keep');
    server.outbox_key = btoa('x'.repeat(32));
    const phone = await logInAgain(opened);
    opened.ports.clock.pass(1_000);
    const later = await phone.store.write(addComment('later'));
    await phone.logout('keep');
    expect(await device.locked.count()).toBe(2);
    const secondLogin = await logInAgain(opened);
    expect((await secondLogin.db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([later]);
    server.outbox_key = key;
    await secondLogin.db.meta.delete('outbox_key');
    await secondLogin.restoreLockedOutbox();
    // The entries are in the order in which they were written.
    expect((await secondLogin.db.outbox.orderBy('seq').toArray()).map((entry) => entry.op_id)).toEqual([
      ...op_ids,
      later,
    ]);
    expect(await device.locked.count()).toBe(0);
    expect((await savedSyncStatus(secondLogin.db)).locked_fault).toBe(false);
  });

  test('locks writes that another tab makes while the last sync cycle ends', async () => {
    const opened = await open();
    const { server, phone, ports, device } = opened;
    const other = await openSyncClient(ports, ANNA);
    server.every('sync.push', () => new Promise(() => {}));
    phone.scheduler.schedule('start');
    await settlePromises();
    const loggingOut = phone.logout('keep');
    await settlePromises();
    ports.clock.pass(3_000);
    await settlePromises(200);
    expect(await device.locked.toArray()).toMatchObject([{ count: 3 }]);
    await other.store.write(addComment('a late one'));
    ports.clock.pass(3_000);
    expect(await loggingOut).toEqual({ ok: true });
    expect(await device.locked.toArray()).toMatchObject([{ count: 4 }]);
  });

  test('refuses a logout that cannot lock the changes without the key, and deletes nothing', async () => {
    const opened = await open();
    await opened.phone.db.meta.delete('outbox_key');
    expect(await opened.phone.logout('keep')).toEqual({ ok: false, why: 'no_key' });
    expect(await savedDeviceValue(opened.device, 'pending_logout')).toBeUndefined();
    expect(await opened.phone.db.outbox.count()).toBe(3);
  });

  test('does not show locked changes to another person on the device, and does not send them', async () => {
    const opened = await open();
    await opened.phone.logout('keep');
    const other = openPhoneDb('01900000-0000-7000-8000-0000000000ff', opened.ports);
    expect(await other.outbox.count()).toBe(0);
    expect(opened.server.results.size).toBe(0);
    other.close();
  });
});

const upload = { status: 200, headers: { 'X-Sync-Proto': '1', 'Content-Type': 'application/json' } };

test('finishes an interrupted logout at the next start', async () => {
  const { ports, phone } = await makePhone();
  await saveMeta(phone.db, 'paused', true);
  await phone.close();
  const device = openDeviceDb(ports);
  await saveDeviceValue(device, 'leaving', ANNA);
  await finishLogoutCleanup(ports, device);
  expect((await ports.indexedDB.databases()).map(({ name }) => name)).toEqual(['haversack-device']);
  expect(await savedDeviceValue(device, 'leaving')).toBeNull();
});

test('a logout deletes the data even if a suspended tab keeps the database open', async () => {
  const { ports, phone } = await makePhone();
  await phone.store.write(addComment('a secret word'));
  const request = ports.indexedDB.open(`haversack-${ANNA}`);
  const suspendedDb = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const loggingOut = phone.logout('drop');
  await settlePromises(200);
  ports.clock.pass(3_000);
  expect(await loggingOut).toEqual({ ok: true });
  for (const name of suspendedDb.objectStoreNames) {
    const count = suspendedDb.transaction(name).objectStore(name).count();
    await new Promise((resolve) => {
      count.onsuccess = resolve;
    });
    expect(count.result, name).toBe(0);
  }
  // The suspended tab wakes up and closes its connection, so the deletion continues.
  suspendedDb.close();
  const device = openDeviceDb(ports);
  await expect.poll(() => savedDeviceValue(device, 'leaving')).toBeNull();
  expect((await ports.indexedDB.databases()).map(({ name }) => name)).toEqual(['haversack-device']);
});
