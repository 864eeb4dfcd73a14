import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import type { SnapshotReply } from '../../contract/sync.ts';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import { applySnapshot } from '../../src/db/outbox/apply-snapshot.ts';
import { unpackRows } from '../../src/db/outbox/unpack.ts';
import { contactWithPhoto, countContactsOf, forEachContact } from '../../src/db/queries/all-contacts.ts';
import { onChangedKeys, type ChangedKeys } from '../../src/db/queries/changed-keys.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { iso } from '../../src/lib/ports.ts';
import { contactRow, createContact, deleteContact, editContact } from '../helpers/contact-makers.ts';
import { anna, ANNA, makePhoneDb, START, type TestPhoneDb } from '../helpers/phone.ts';

const AS_OF = 50;

let phone: TestPhoneDb;
beforeEach(() => {
  phone = makePhoneDb();
});

const contact = (number: number, change: Partial<Contact> = {}): Contact =>
  contactRow({ id: `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`, ...change });
const contacts = (count: number, from = 0): Contact[] => Array.from({ length: count }, (_, at) => contact(from + at));
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Applies a page that was requested with `asked`; `next` is null for the last page. */
function apply(rows: Contact[], asked: string | null, next: string | null, as_of = AS_OF): Promise<boolean> {
  const listed = rows.map((row) => ({ c: 'contacts' as const, id: row.id, rev: row.rev, row }));
  const reply: SnapshotReply = {
    ...{ rows: listed, acked: [], as_of, next, cursor: next === null ? as_of : null },
    ...{ total: rows.length, server_time: iso(START) },
  };
  return applySnapshot(phone.db, 'p1', reply, asked, anna);
}

const unpackedIds = (): Promise<string[]> => phone.db.contacts.orderBy('rev').primaryKeys();
const unpack = (): Promise<void> => unpackRows(phone.db, () => false);

describe('the first mirror of contacts', () => {
  test('packs them, and reports their ids to live queries and to the search', async () => {
    await phone.db.open();
    const reported: ChangedKeys[] = [];
    const stop = onChangedKeys(phone.db, 'contacts', (keys) => reported.push(keys));
    await apply(contacts(100), null, 'two');
    await apply(contacts(100, 100), 'two', null);
    stop();
    expect(await unpackedIds()).toEqual([]);
    expect(idsOf(await phone.db.contacts.toArray())).toEqual(idsOf(contacts(200)));
    const [first, last] = [contact(0).id, contact(199).id];
    expect(reported).toEqual([
      { from: first, to: contact(99).id },
      { from: contact(100).id, to: last },
    ]);
    await unpack();
    expect(await unpackedIds()).toEqual(idsOf(contacts(200)));
    expect(reported).toHaveLength(2);
  });

  test('keeps contacts that the user has created, also between the ids of packed ones', async () => {
    const draft = createContact({ first_name: 'Mine' }, contact(5).id);
    await phone.write(draft);
    const others = contacts(10).filter(({ id }) => id !== draft.id);
    await apply(others, null, null);
    expect((await phone.db.contacts.get(draft.id))?.first_name).toBe('Mine');
    expect(idsOf(await phone.db.contacts.toArray())).toEqual(idsOf(contacts(10)));
    await unpack();
    expect((await phone.db.contacts.get(draft.id))?.first_name).toBe('Mine');
    expect(idsOf(await phone.db.contacts.toArray())).toEqual(idsOf(contacts(10)));
  });

  test('lets users edit and delete contacts that are still packed', async () => {
    await apply(contacts(100), null, null);
    await phone.write(editContact(contact(3).id, { city: 'Bonn' }));
    await phone.write(deleteContact(contact(4).id));
    expect((await phone.db.contacts.get(contact(3).id))?.city).toBe('Bonn');
    expect(await phone.db.contacts.get(contact(4).id)).toBeUndefined();
    await unpack();
    expect((await phone.db.contacts.get(contact(3).id))?.city).toBe('Bonn');
    expect(await phone.db.contacts.get(contact(4).id)).toBeUndefined();
    expect(await phone.db.base.get(['contacts', contact(3).id])).toMatchObject({ row: contact(3) });
  });

  test('applies newer rows and deletions of the server to packed rows, and ignores older ones', async () => {
    await apply(
      contacts(100).map((row) => ({ ...row, rev: 40 })),
      null,
      null,
    );
    const [newer, older] = [contact(7, { rev: 60, city: 'Jena' }), contact(8, { rev: 30, city: 'Jena' })];
    const put = (row: Contact) => ({ c: 'contacts' as const, op: 'put' as const, id: row.id, rev: row.rev, row });
    const cursors = { p1: AS_OF };
    const changes = [
      put(newer),
      put(older),
      { c: 'contacts' as const, op: 'del' as const, id: contact(9).id, rev: 61 },
    ];
    const reply = { changes, acked: [], cursors: { p1: 61 }, has_more: false, server_time: iso(START) };
    expect(await applyChanges(phone.db, cursors, reply as never, phone.deps())).toBe('applied');
    await unpack();
    expect(await phone.db.contacts.get(newer.id)).toEqual(newer);
    expect((await phone.db.contacts.get(older.id))?.city).toBe('Berlin');
    expect(await phone.db.contacts.get(contact(9).id)).toBeUndefined();
    expect(await phone.db.contacts.count()).toBe(99);
  });

  test('continues after the last stored page if the app was killed between pages', async () => {
    await apply(contacts(100), null, 'two');
    expect(await apply(contacts(100), null, 'two')).toBe(false);
    expect(await savedMeta(phone.db, 'snapshot')).toMatchObject({ next: 'two', done: 100 });
    await unpack();
    await apply(contacts(100, 100), 'two', null);
    expect(await phone.db.contacts.count()).toBe(200);
  });
});

test('contacts stay packed if the disk is full, and are unpacked when there is space again', async () => {
  const rows = contacts(800);
  await apply(rows, null, null);
  const { put } = IDBObjectStore.prototype;
  let stored = 0;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: unknown, ...given) {
    stored += 1;
    if (stored > 100) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this as InstanceType<typeof IDBObjectStore>, given);
  });
  await expect(unpack()).rejects.toThrow();
  full.mockRestore();
  expect(await unpackedIds()).toEqual([]);
  expect(await phone.db.contacts.toArray()).toEqual(rows);
  await unpack();
  expect(await unpackedIds()).toEqual(idsOf(rows));
});

describe('a snapshot that starts again while contacts are packed', () => {
  test('replaces them, and deletes those that it does not contain', async () => {
    await apply(contacts(100), null, 'two');
    await saveMeta(phone.db, 'snapshot', null);
    const current = contacts(60, 20).map((row) => ({ ...row, rev: 7, city: 'Jena' }));
    await apply(current, null, null);
    expect(await phone.db.contacts.toArray()).toEqual(current);
    await unpack();
    expect(await phone.db.contacts.toArray()).toEqual(current);
  });

  test('keeps packed rows that are newer than the snapshot', async () => {
    await apply([contact(1, { rev: 99 }), contact(2)], null, null, 100);
    await saveMeta(phone.db, 'cursors', {});
    await apply([contact(3)], null, null);
    expect(idsOf(await phone.db.contacts.toArray())).toEqual([contact(1).id, contact(3).id]);
  });

  test('keeps packed rows with unsent changes until the server has answered', async () => {
    await apply(contacts(10), null, null);
    await phone.write(editContact(contact(3).id, { city: 'Bonn' }));
    await saveMeta(phone.db, 'cursors', {});
    await apply(contacts(3), null, null);
    expect(idsOf(await phone.db.contacts.toArray())).toEqual(idsOf([...contacts(3), contact(3)]));
    expect(await phone.db.base.get(['contacts', contact(3).id])).toMatchObject({ unseen: true });
  });
});

describe('reading all contacts', () => {
  test.each(['packed', 'unpacked'])('reads each contact once while they are %s', async (state) => {
    const sha256 = 'a'.repeat(64);
    const photo = { sha256, mime: 'image/jpeg', bytes: 3 } as unknown as NonNullable<Contact['photo']>;
    const rows = contacts(1_100).map((row, at) => ({
      ...row,
      ...(at === 1_050 && { photo }),
      ...(at > 1_000 && { owner_id: newOwner }),
    }));
    await apply(rows, null, null);
    if (state === 'unpacked') await unpack();
    const seen: string[] = [];
    await forEachContact(phone.db, ({ id }) => seen.push(id));
    expect(seen).toEqual(idsOf(rows));
    expect(await countContactsOf(phone.db, ANNA)).toBe(1_001);
    expect((await contactWithPhoto(phone.db, sha256))?.id).toBe(contact(1_050).id);
    expect(await contactWithPhoto(phone.db, 'b'.repeat(64))).toBeUndefined();
  });
});

const newOwner = '01890a5d-ac96-774b-bcce-00000000ffff';
