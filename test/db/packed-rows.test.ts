import { Dexie, liveQuery } from 'dexie';
import fc from 'fast-check';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import { storePacked, unpackGroup } from '../../src/db/outbox/pack-rows.ts';
import { UNPACK_CHUNK, unpackRows } from '../../src/db/outbox/unpack.ts';
import { openPhoneDb, setPageDatabasePorts, type DbPorts, type PhoneDb } from '../../src/db/schema/db.ts';
import { rowsOf } from '../../src/db/schema/packed-rows.ts';
import { numberedContact as contact, numberedContacts as contacts } from '../helpers/contact-makers.ts';
import { ANNA } from '../helpers/phone.ts';

const never = (): boolean => false;

let ports: DbPorts;
let db: PhoneDb;

beforeEach(async () => {
  ports = { indexedDB: new IDBFactory() as unknown as globalThis.IDBFactory, IDBKeyRange };
  setPageDatabasePorts(ports);
  db = openPhoneDb(ANNA, ports);
  await db.open();
  return () => db.close();
});

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Stores contacts as a page of the first mirror does. */
async function pack(rows: Contact[]): Promise<void> {
  await db.transaction('rw', db.contacts, db.segments, async () => {
    await db.contacts.bulkPut((await storePacked(db, 'contacts', rows)) as Contact[]);
  });
}

/** Returns the ids in the store of IndexedDB, without packed rows. */
const unpackedIds = (): Promise<string[]> => db.contacts.orderBy('rev').primaryKeys();

describe('a packed contact', () => {
  const rows = contacts(200);
  const [first, second] = [rows[0]!, rows[1]!];
  beforeEach(() => pack(rows));

  test('is in no table until it is unpacked, and is read by its id nevertheless', async () => {
    expect(await unpackedIds()).toEqual([]);
    expect(await db.contacts.get(second.id)).toEqual(second);
    expect(await db.contacts.bulkGet([rows[150]!.id, 'unknown', first.id])).toEqual([rows[150], undefined, first]);
    expect(await db.contacts.get('unknown')).toBeUndefined();
  });

  test('is counted, and is in each range of ids that contains it', async () => {
    expect(await db.contacts.count()).toBe(200);
    expect(await db.contacts.toArray()).toEqual(rows);
    const between = db.contacts.where('id').between(rows[40]!.id, rows[160]!.id, false, true);
    expect(await between.count()).toBe(120);
    expect(await between.primaryKeys()).toEqual(idsOf(rows.slice(41, 161)));
    expect(await db.contacts.where('id').above(rows[40]!.id).limit(70).toArray()).toEqual(rows.slice(41, 111));
    expect(await db.contacts.where('id').aboveOrEqual(rows[40]!.id).reverse().limit(3).primaryKeys()).toEqual(
      idsOf(rows.slice(197).toReversed()),
    );
    expect(await db.contacts.where('id').between(first.id, first.id).toArray()).toEqual([]);
  });

  test('is between the rows of the table', async () => {
    const [before, after] = [contact(-1), contact(500)];
    await db.contacts.bulkPut([after, before, { ...second, first_name: 'Changed' }]);
    expect(await db.contacts.limit(3).toArray()).toEqual([before, first, { ...second, first_name: 'Changed' }]);
    expect(await db.contacts.where('id').above(rows[198]!.id).primaryKeys()).toEqual([rows[199]!.id, after.id]);
  });

  test('is unpacked by a write, with the other rows of its segment', async () => {
    const changed = { ...second, first_name: 'Olga', rev: 9 };
    await db.contacts.put(changed);
    await db.contacts.update(first.id, { city: 'Bonn' });
    await db.contacts.delete(rows[2]!.id);
    await db.contacts.bulkDelete([rows[3]!.id, rows[120]!.id]);
    const unpacked = await unpackedIds();
    expect(unpacked.length).toBeLessThan(150);
    expect(unpacked).toEqual(expect.arrayContaining(idsOf([first, second, rows[4]!, rows[119]!])));
    expect(unpacked).not.toContain(rows[199]!.id);
    expect(await db.contacts.get(second.id)).toEqual(changed);
    expect(await db.contacts.get(first.id)).toEqual({ ...first, city: 'Bonn' });
    expect(await db.contacts.get(rows[2]!.id)).toBeUndefined();
    expect(await db.contacts.count()).toBe(197);
  });

  test('stays in its segment if the transaction that changes it fails', async () => {
    const failing = db.transaction('rw', db.contacts, async () => {
      await db.contacts.delete(first.id);
      throw new Error('stopped');
    });
    await expect(failing).rejects.toThrow('stopped');
    expect(await db.contacts.get(first.id)).toEqual(first);
  });

  test('is deleted with a range, and with the whole table', async () => {
    await db.contacts.where('id').below(rows[190]!.id).delete();
    expect(await db.contacts.toArray()).toEqual(rows.slice(190));
    await db.contacts.clear();
    expect(await db.contacts.count()).toBe(0);
    expect(await db.segments.count()).toBe(0);
  });

  test('cannot be read with a cursor, which would miss it', async () => {
    await expect(db.contacts.each(() => {})).rejects.toThrow('contacts has packed rows');
    await unpackRows(db, never);
    let count = 0;
    await db.contacts.each(() => (count += 1));
    expect(count).toBe(200);
  });
});

test('a contact that was merged with others is not packed, because an index must find it', async () => {
  const merged = contact(1, { merged_ids: [contact(900).id] });
  await pack([contact(0), merged, contact(2)]);
  expect(await unpackedIds()).toEqual([merged.id]);
  expect(await db.contacts.where('merged_ids').equals(contact(900).id).first()).toEqual(merged);
  expect(await db.contacts.count()).toBe(3);
});

test('rows between those of a segment are stored in the table, so that a segment is found by any of its ids', async () => {
  await pack([contact(0), contact(10)]);
  await pack([contact(5), contact(20)]);
  expect(await unpackedIds()).toEqual(idsOf([contact(0), contact(5), contact(10), contact(20)]));
  expect(idsOf(await db.contacts.toArray())).toEqual(idsOf([contact(0), contact(5), contact(10), contact(20)]));
});

test('rows of an entity that is not packed are stored in the table', async () => {
  const rows = [{ id: 'a', rev: 1 }];
  expect(await storePacked(db, 'people', rows)).toEqual(rows);
  expect(await db.segments.count()).toBe(0);
});

describe('unpacking', () => {
  const rows = contacts(800);

  test('moves all rows into the table in transactions of a few segments, and can be interrupted between them', async () => {
    await pack(rows);
    const segments = await db.segments.count();
    expect(UNPACK_CHUNK).toBe(12);
    let checks = 0;
    await unpackRows(db, () => (checks += 1) > 1);
    expect(await db.segments.count()).toBe(segments - UNPACK_CHUNK);
    const moved = await unpackedIds();
    expect(moved).toEqual(idsOf(rows.slice(0, moved.length)));
    expect(await db.contacts.toArray()).toEqual(rows);
    await unpackRows(db, never);
    expect(await db.segments.count()).toBe(0);
    expect(await unpackedIds()).toEqual(idsOf(rows));
    expect(await db.contacts.toArray()).toEqual(rows);
  });

  test('moves each row once if two tabs unpack at the same time', async () => {
    await pack(rows);
    const other = openPhoneDb(ANNA, ports);
    await other.open();
    await Promise.all([unpackRows(db, never), unpackRows(other, never)]);
    expect(await db.segments.count()).toBe(0);
    expect(await unpackedIds()).toEqual(idsOf(rows));
    other.close();
  });

  test('makes live queries of an index run again, but not those by id', async () => {
    await pack(rows);
    const runs = { byId: 0, newest: 0 };
    const byId = liveQuery(() => ((runs.byId += 1), db.contacts.get(rows[0]!.id)));
    const newest = liveQuery(() => ((runs.newest += 1), db.contacts.orderBy('rev').reverse().limit(1).toArray()));
    const seen: Contact[][] = [];
    const found = new Promise<void>((resolve) => {
      newest.subscribe((value) => {
        seen.push(value);
        if (value.length > 0) resolve();
      });
    });
    await new Promise<void>((resolve) => void byId.subscribe(() => resolve()));
    await unpackRows(db, never);
    await found;
    expect(seen.at(-1)).toHaveLength(1);
    expect(runs).toEqual({ byId: 1, newest: 2 });
  });

  test('moves the rows of a group within a transaction', async () => {
    await pack(rows);
    await db.transaction('rw', db.contacts, db.segments, () => unpackGroup(db, 'p0'));
    expect(await unpackedIds()).toEqual([]);
    await db.transaction('rw', db.contacts, db.segments, () => unpackGroup(db, 'p1'));
    expect(await db.segments.count()).toBe(0);
    expect(await unpackedIds()).toEqual(idsOf(rows));
  });
});

type Step =
  | { do: 'put' | 'update'; number: number; rev: number }
  | { do: 'delete'; numbers: number[] }
  | { do: 'clear'; from: number; to: number }
  | { do: 'unpack'; chunks: number };

const number = fc.integer({ min: 0, max: 130 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('put' as const, 'update' as const), number, rev: fc.nat(50) }),
  fc.record({ do: fc.constant('delete' as const), numbers: fc.array(number, { maxLength: 6 }) }),
  fc.record({ do: fc.constant('clear' as const), from: number, to: number }),
  fc.record({ do: fc.constant('unpack' as const), chunks: fc.nat(2) }),
);

async function run(given: Step, model: Map<string, Contact>): Promise<void> {
  if (given.do === 'unpack') {
    let left = given.chunks;
    return unpackRows(db, () => left-- <= 0);
  }
  if (given.do === 'delete') {
    const ids = given.numbers.map((each) => contact(each).id);
    for (const id of ids) model.delete(id);
    return db.contacts.bulkDelete(ids);
  }
  if (given.do === 'clear') {
    const [from, to] = [contact(given.from).id, contact(given.to).id];
    for (const id of model.keys()) if (id >= from && id < to) model.delete(id);
    return void (await db.contacts.where('id').between(from, to).delete());
  }
  const row = contact(given.number, { rev: given.rev });
  const known = model.get(row.id);
  if (given.do === 'put') model.set(row.id, row);
  else if (known) model.set(row.id, { ...known, rev: given.rev });
  await (given.do === 'put' ? db.contacts.put(row) : db.contacts.update(row.id, { rev: given.rev }));
}

test('after any writes and any unpacking, packed and unpacked rows together are the rows that were written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.uniqueArray(number, { minLength: 1, maxLength: 120 }),
      number,
      number,
      async (steps, numbers, low, high) => {
        await db.contacts.clear();
        const rows = numbers.toSorted((a, b) => a - b).map((each) => contact(each));
        const model = new Map(rows.map((row) => [row.id, row]));
        await pack(rows);
        for (const each of steps) {
          await run(each, model);
          const expected = [...model.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
          const [from, to] = [contact(low).id, contact(high).id];
          const within = from > to ? [] : expected.filter(({ id }) => id >= from && id < to);
          expect(await db.contacts.toArray()).toEqual(expected);
          expect(await db.contacts.count()).toBe(expected.length);
          expect(await db.contacts.where('id').between(from, to).toArray()).toEqual(within);
          expect(await db.contacts.where('id').between(from, to).reverse().limit(2).primaryKeys()).toEqual(
            idsOf(within).toReversed().slice(0, 2),
          );
          expect(await db.contacts.get(from)).toEqual(model.get(from));
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('no row is in a segment and in the table at once', async () => {
  await pack(contacts(100));
  await db.contacts.bulkPut(contacts(30, 20).map((row) => ({ ...row, rev: 2 })));
  const packed = (await db.segments.toArray()).flatMap(rowsOf);
  expect([...idsOf(packed), ...(await unpackedIds())].toSorted()).toEqual(idsOf(contacts(100)));
});

test('a transaction of the outbox and a packed table does not need to name the segments', async () => {
  await pack(contacts(3));
  const row = await db.transaction('r', db.outbox, db.contacts, () => db.contacts.get(contact(1).id));
  expect(row?.id).toBe(contact(1).id);
  expect(Dexie.currentTransaction).toBeNull();
});
