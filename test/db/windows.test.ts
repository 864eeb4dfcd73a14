import { expect, test } from 'vitest';
import type { WaitingLead } from '../../contract/entities/waiting-lead.ts';
import { dropSurplus, rowsInWindow } from '../../src/db/outbox/windows.ts';
import { iso } from '../../src/lib/ports.ts';
import { makePhoneDb, newId, START, type TestPhoneDb } from '../helpers/phone.ts';

const SIZE = 200;

/** Creates a lead that began to wait in the pool this many minutes after the first one. */
const lead = (minutes: number, id = newId()): WaitingLead => ({
  ...{ id, rev: 1, first_name: 'Ivan', city: '', country: null, language: 'ru', source: null },
  waiting_since: iso(START + minutes * 60_000),
});

const leads = (count: number) => Array.from({ length: count }, (_, index) => lead(index));
const dropOutside = ({ db }: TestPhoneDb) =>
  db.transaction('rw', db.waiting_leads, db.base, db.meta, async () => dropSurplus(db, ['p1']));
const stored = async ({ db }: TestPhoneDb) =>
  (await db.waiting_leads.orderBy('waiting_since').toArray()).map(({ id }) => id);

test('a window holds the first rows in its order, and sorts rows with equal values by id', () => {
  const [late, early, twinB, twinA] = [lead(3), lead(1), lead(2, 'b'), lead(2, 'a')];
  const window = { size: 3, order: 'waiting_since' };
  expect(rowsInWindow([late, twinB, early, twinA], window)).toEqual([early, twinA, twinB]);
  expect(rowsInWindow([late], window)).toEqual([late]);
});

test('keeps the leads that have waited longest, up to the size of the window', async () => {
  const phone = makePhoneDb();
  const rows = leads(SIZE + 2);
  await phone.db.waiting_leads.bulkPut(rows.toReversed());
  await dropOutside(phone);
  expect(await stored(phone)).toEqual(rows.slice(0, SIZE).map(({ id }) => id));
  await dropOutside(phone);
  expect(await phone.db.waiting_leads.count()).toBe(SIZE);
});

test('keeps a lead that comes after the window while a write about it is waiting', async () => {
  const phone = makePhoneDb();
  const rows = leads(SIZE + 3);
  await phone.db.waiting_leads.bulkPut(rows);
  const leadWithWrite = rows[SIZE + 1]!;
  await phone.db.base.put({ entity: 'waiting_leads', id: leadWithWrite.id, row: leadWithWrite });
  await phone.db.base.put({ entity: 'people', id: rows[SIZE]!.id, row: null });
  await dropOutside(phone);
  expect(await stored(phone)).toEqual([...rows.slice(0, SIZE), leadWithWrite].map(({ id }) => id));
});

test('does not count leads that the server no longer has towards the size of the window', async () => {
  const phone = makePhoneDb();
  const rows = leads(SIZE + 2);
  await phone.db.waiting_leads.bulkPut(rows);
  await phone.db.base.put({ entity: 'waiting_leads', id: rows[0]!.id, row: rows[0]!, unseen: true });
  await dropOutside(phone);
  expect(await stored(phone)).toEqual(rows.slice(0, SIZE + 1).map(({ id }) => id));
});
