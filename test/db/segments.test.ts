import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import { packRows, SEGMENT_CHARS, storePacked } from '../../src/db/outbox/pack-rows.ts';
import { unpackRows } from '../../src/db/outbox/unpack.ts';
import { openPhoneDb, setPageDatabasePorts } from '../../src/db/schema/db.ts';
import { rowsOf, type Segment } from '../../src/db/schema/packed-rows.ts';
import { numberedContact, numberedContacts } from '../helpers/contact-makers.ts';
import { ANNA } from '../helpers/phone.ts';

const textOf = ({ rows }: Segment): string => (typeof rows === 'string' ? rows : new TextDecoder().decode(rows));

test('a segment of an earlier version, which is a string, is read, unpacked and written like any other', async () => {
  const ports = { indexedDB: new IDBFactory() as unknown as globalThis.IDBFactory, IDBKeyRange };
  setPageDatabasePorts(ports);
  const db = openPhoneDb(ANNA, ports);
  const rows: Contact[] = numberedContacts(30).map((row) => ({ ...row, last_name: 'Ёлкина' }));
  await db.transaction('rw', db.contacts, db.segments, () => storePacked(db, 'contacts', rows));
  expect((await db.segments.toArray()).every(({ rows: stored }) => stored instanceof Uint8Array)).toBe(true);
  await db.segments.toCollection().modify((segment) => {
    segment.rows = textOf(segment);
  });
  expect(await db.contacts.toArray()).toEqual(rows);
  expect(await db.contacts.get(rows[7]!.id)).toEqual(rows[7]);
  const changed = { ...rows[7]!, first_name: 'Changed' };
  await db.contacts.put(changed);
  await unpackRows(db, () => false);
  expect(await db.segments.count()).toBe(0);
  expect(await db.contacts.toArray()).toEqual(rows.with(7, changed));
});

test('a segment has at most the allowed number of characters, but at least one row', () => {
  const long = numberedContact(500, { notes: 'x'.repeat(2 * SEGMENT_CHARS) });
  const segments = packRows('contacts', [...numberedContacts(200), long, numberedContact(501)]);
  expect(segments.length).toBeGreaterThan(5);
  expect(segments.flatMap(rowsOf)).toHaveLength(202);
  for (const segment of segments)
    if (segment.first !== long.id) expect(textOf(segment).length).toBeLessThanOrEqual(SEGMENT_CHARS + 1);
  expect(segments.find(({ first }) => first === long.id)?.last).toBe(long.id);
  expect(SEGMENT_CHARS).toBe(30_000);
});
