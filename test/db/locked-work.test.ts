import { expect, test } from 'vitest';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import {
  readOutboxContent,
  decryptOutbox,
  encryptedOutboxes,
  encryptOutbox,
  restoreOutboxContent,
} from '../../src/db/outbox/encrypted-outbox.ts';
import { contactRow, photoFile, setPhoto } from '../helpers/contact-makers.ts';
import { addComment, ANNA, anna, BORIS, makePhoneDb, makePorts, readLesson, newId } from '../helpers/phone.ts';

const key = btoa('k'.repeat(32));

async function phoneWithPhoto() {
  const phone = makePhoneDb();
  const row = contactRow();
  await phone.db.contacts.put(row);
  const file = photoFile('p'.repeat(100_000));
  await phone.write(setPhoto(row.id, file));
  const { sha256 } = file;
  return { ...phone, sha256, data: (await phone.db.blobs.get(sha256))!.data };
}

test('restores a file byte by byte, to be sent as if it had never left the phone', async () => {
  const { db, sha256, data } = await phoneWithPhoto();
  const content = await readOutboxContent(db);
  const other = makePhoneDb(makePorts({ seed: 2 }));
  await restoreOutboxContent(other.db, content, anna);
  const restored = (await other.db.blobs.get(sha256))!;
  expect(Buffer.from(restored.data).equals(Buffer.from(data))).toBe(true);
  const { sent_at, saved_at, bytes, mime } = (await db.blobs.get(sha256))!;
  expect(restored).toMatchObject({ sent_at, saved_at, bytes, mime });
});

test('a logout locks a write whose file is no longer on the phone, without the file', async () => {
  const { db, sha256 } = await phoneWithPhoto();
  await db.blobs.delete(sha256);
  const { entries, blobs } = await readOutboxContent(db);
  expect([entries.length, blobs]).toEqual([1, []]);
});

test('a write that was being sent at the logout waits again after the next login', async () => {
  const { db, write, claim } = makePhoneDb();
  await write(addComment());
  await claim();
  expect((await readOutboxContent(db)).entries).toMatchObject([{ state: 'queued', lease: null }]);
});

/** Locks the outbox of a phone at a time. Returns the highest position in it. */
function lock(db: Parameters<typeof encryptOutbox>[0], device: Parameters<typeof encryptOutbox>[1], at: number) {
  return encryptOutbox(db, device, { user_id: ANNA, key, at, alsoInTransaction: async () => {} });
}

test('keeps the locked work of an earlier logout beside that of a later one, and restores both', async () => {
  const ports = makePorts();
  const device = openDeviceDb(ports);
  const { db, write } = makePhoneDb(ports);
  await write(addComment('one'), readLesson(newId()));
  expect(await lock(db, device, 1)).toBe((await db.outbox.orderBy('seq').last())!.seq);
  await db.outbox.clear();
  await write(addComment('two'), addComment('three'));
  await lock(db, device, 2);
  await lock(db, device, 2);
  await device.locked.put({ ...(await device.locked.get(ANNA))!, user_id: BORIS });
  expect((await encryptedOutboxes(device, ANNA)).map(({ at, count }) => [at, count])).toEqual([
    [2, 2],
    [1, 1],
  ]);
  await db.outbox.clear();
  expect(await decryptOutbox(db, device, key, anna)).toBe(3);
  expect((await db.outbox.toArray()).map(({ kind }) => kind).toSorted()).toEqual([
    ...['comment.add', 'comment.add', 'comment.add', 'lesson.time'],
  ]);
  expect((await device.locked.toArray()).map(({ user_id }) => user_id)).toEqual([BORIS]);
});

test('a logout without unsent work keeps the locked work of an earlier logout, and that work can be restored once', async () => {
  const ports = makePorts();
  const device = openDeviceDb(ports);
  const { db, write } = makePhoneDb(ports);
  await write(addComment());
  await lock(db, device, 1);
  await db.outbox.clear();
  expect(await lock(db, device, 2)).toBe(Number.NEGATIVE_INFINITY);
  expect(await device.locked.count()).toBe(1);
  expect(await decryptOutbox(db, device, btoa('x'.repeat(32)), anna)).toBe(false);
  expect(await decryptOutbox(db, device, key, anna)).toBe(1);
});
