import { expect, test } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import { storePacked } from '../../src/db/outbox/pack-rows.ts';
import { contactRow } from '../helpers/contact-makers.ts';
import { makePhone } from '../helpers/fake-server.ts';

const networkError = () => Promise.reject(new TypeError('gone'));

/** Creates a device whose first mirror has packed enough contacts for several transactions. */
async function open() {
  const setup = await makePhone();
  const { db } = setup.phone;
  const rows: Contact[] = Array.from({ length: 900 }, () => contactRow()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await db.transaction('rw', db.contacts, db.segments, () => storePacked(db, 'contacts', rows));
  return { ...setup, db, rows, loop: setup.phone.scheduler };
}

test('a sync cycle unpacks the rows of the first mirror, also without a network', async () => {
  const { server, phone, db, rows } = await open();
  server.every('sync.changes', networkError);
  expect(await phone.runCycle()).toBe('failed');
  expect(await db.segments.count()).toBe(0);
  expect(await db.contacts.orderBy('rev').count()).toBe(rows.length);
});

test('a request to sync does not wait until all rows are unpacked', async () => {
  const { server, db, loop } = await open();
  const packed = await db.segments.count();
  const seen: number[] = [];
  for (let request = 0; request < 2; request += 1)
    server.next('sync.changes', async (call) => {
      seen.push(await db.segments.count());
      return server.answer(call);
    });
  loop.schedule('start');
  expect(await loop.syncNow()).toBe('done');
  expect(seen).toEqual([packed, packed]);
  expect(await db.segments.count()).toBe(0);
});

test('a client that is closed does not wait until all rows are unpacked', async () => {
  const { db, loop } = await open();
  const packed = await db.segments.count();
  loop.schedule('start');
  await loop.stop();
  expect(await db.segments.count()).toBe(packed);
});
