import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { RowDigest } from '../../contract/digest.ts';
import type { WaitingLead } from '../../contract/entities/waiting-lead.ts';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import { contactRow, editContact } from '../helpers/contact-makers.ts';
import { jsonResponse, makePhone } from '../helpers/fake-server.ts';
import { commentRow, START } from '../helpers/phone.ts';
import { resizeWindowForTests } from '../helpers/window-size.ts';

const WEEK_MS = 7 * 86_400_000;

/** Creates a device with one contact, and a server whose digest of group p1 covers `serverRows`. */
async function open(serverRows: { id: string; rev: number }[], row = contactRow()) {
  const setup = await makePhone();
  const { db } = setup.phone;
  await db.contacts.put(row);
  await saveMeta(db, 'digest_at', START - WEEK_MS - 1);
  const digest = new RowDigest();
  for (const { id, rev } of serverRows) digest.add(id, rev);
  setup.server.every('sync.digest', ({ url }) => {
    const isGroupP1 = url.includes('group=p1');
    const contacts = { count: digest.count, hash: digest.hash };
    return jsonResponse({ as_of: setup.server.rev, entities: isGroupP1 ? { contacts } : {} });
  });
  const snapshots = () => setup.server.calls('sync.snapshot').length;
  return { ...setup, db, row, snapshots };
}

describe('weekly comparison with the server', () => {
  test("fetches nothing when the device's copy matches the server", async () => {
    const row = contactRow();
    const { phone, db, snapshots } = await open([row], row);
    await phone.runCycle();
    expect(snapshots()).toBe(0);
    expect(await savedMeta(db, 'digest_at')).toBe(START);
  });

  test('fetches a sync group again if it differs from the server, and removes surplus rows', async () => {
    const { phone, db, snapshots } = await open([]);
    await phone.runCycle();
    expect(snapshots()).toBe(1);
    expect(await db.contacts.count()).toBe(0);
  });

  test('ignores unsent changes in the comparison with the server', async () => {
    const row = contactRow();
    const { phone, db, server, snapshots } = await open([row], row);
    server.judge = () => ({ status: 422, code: 'status_by_system' });
    await phone.store.writeAll([editContact(row.id, { city: 'Bonn' })]);
    await phone.runCycle();
    expect(snapshots()).toBe(0);
    expect(await db.outbox.count()).toBe(1);
  });

  describe('with a window of one waiting lead', () => {
    resizeWindowForTests('waiting_leads', 1);

    test('the comparison ignores leads outside of the window, and leads that are kept only because of an unsent request', async () => {
      const lead = (hour: number, rev: number): WaitingLead => ({
        ...{ id: uuidv7(), rev, first_name: 'Ivan', city: '', country: null, language: 'en', source: null },
        waiting_since: `2026-03-01T0${hour}:00:00.000Z`,
      });
      const [taken, first, behind] = [lead(1, 1), lead(2, 2), lead(3, 3)];
      const { phone, db, server, snapshots } = await open([], contactRow());
      await db.contacts.clear();
      await db.waiting_leads.bulkPut([taken, first, behind]);
      await db.base.bulkPut([
        { entity: 'waiting_leads', id: taken.id, row: taken, unseen: true },
        { entity: 'waiting_leads', id: behind.id, row: behind },
      ]);
      const digest = new RowDigest();
      digest.add(first.id, first.rev);
      const waiting_leads = { count: digest.count, hash: digest.hash };
      server.every('sync.digest', ({ url }) =>
        jsonResponse({ as_of: server.rev, entities: url.includes('group=p1') ? { waiting_leads } : {} }),
      );
      await phone.runCycle();
      expect(snapshots()).toBe(0);
      expect(await db.waiting_leads.count()).toBe(3);
    });
  });

  test("compares the device's copy with the server at most once a week", async () => {
    const { phone, db, server } = await open([]);
    await saveMeta(db, 'digest_at', START - WEEK_MS + 1000);
    await phone.runCycle();
    expect(server.calls('sync.digest')).toEqual([]);
  });

  test('the digest depends on the revisions of the rows, not on their order', () => {
    const [a, b] = [commentRow(), commentRow()];
    const hash = (...rows: { id: string; rev: number }[]) => {
      const digest = new RowDigest();
      for (const { id, rev } of rows) digest.add(id, rev);
      return digest.hash;
    };
    expect(hash(a, b)).toBe(hash(b, a));
    expect(hash(a, b)).not.toBe(hash(a, { ...b, rev: 2 }));
    expect(hash(a)).not.toBe(hash(a, a));
  });
});
