import { describe, expect, test, vi } from 'vitest';
import { applyPushResults } from '../../src/db/outbox/apply-push-results.ts';
import { leaveEpoch } from '../../src/db/outbox/leave-epoch.ts';
import { cleanUp } from '../../src/db/schema/clean-up.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { iso } from '../../src/lib/ports.ts';
import { addComment, anna, makePhoneDb, newId, START, type TestPhoneDb } from '../helpers/phone.ts';

const DAY = 24 * 3_600_000;

const receiptFields = { kind: 'comment.add', entity: 'comments', entity_id: newId(), title: '' } as const;

const idsWithBody = async (db: PhoneDb) =>
  (await db.history.toArray()).filter(({ sent }) => sent).map(({ op_id }) => op_id);

describe('the sent body of an accepted write', () => {
  const receipt = (op_id: string, place: number, length: number, ago_ms: number) => ({
    ...{ ...receiptFields, op_id, at_client: START, rev: 2, background: 0 as const, server_time: iso(START - ago_ms) },
    sent: { text: 'x'.repeat(length), place, app_version: '1' },
  });
  test("keeps the sent body of an accepted write for 14 days by the server's clock", async () => {
    const { db, clock } = makePhoneDb();
    const days = (count: number) => count * DAY;
    await db.history.bulkPut([receipt('old', 1, 9, days(14) + 1), receipt('recent', 2, 9, days(14))]);
    await cleanUp(db, clock.now());
    expect(await idsWithBody(db)).toEqual(['recent']);
    expect(await db.history.count()).toBe(2);
    // The phone's clock is a month ahead.
    await saveStatus(db, { clock_offset_ms: -days(30) });
    await cleanUp(db, clock.now() + days(30));
    expect(await idsWithBody(db)).toEqual(['recent']);
    await cleanUp(db, clock.now() + days(30) + 1);
    expect(await idsWithBody(db)).toEqual([]);
  });

  test('keeps the latest sent bodies of accepted writes, up to 5 MB', async () => {
    const { db, clock } = makePhoneDb();
    const half = (5 * 1024 * 1024) / 2 / 2;
    await db.history.bulkPut([receipt('b', 2, half, 2), receipt('c', 3, half, 1), receipt('a', 1, 1, 3)]);
    await cleanUp(db, clock.now());
    expect((await idsWithBody(db)).toSorted()).toEqual(['b', 'c']);
    await db.history.bulkPut([receipt('b', 2, half, 2), receipt('c', 3, half + 1, 1)]);
    await cleanUp(db, clock.now());
    expect(await idsWithBody(db)).toEqual(['c']);
  });
});

describe('the total size of sent bodies', () => {
  const MB = 1024 * 1024;

  /** Stores the receipt of a write that was accepted before all writes of the test, with a body of the given size. */
  const putReceipt = (db: PhoneDb, op_id: string, place: number, bytes: number) =>
    db.history.put({
      ...{ ...receiptFields, op_id, at_client: START, rev: 2, background: 0, server_time: iso(START - DAY) },
      sent: { text: 'x'.repeat(bytes / 2), place, app_version: '1' },
    });

  /** Sends a comment, which the server accepts. Returns the size of its body. */
  async function accept({ db, write, claim, deps }: TestPhoneDb): Promise<number> {
    await write(addComment());
    const batch = await claim();
    const results = batch.map(({ op_id }) => ({ op_id, status: 200 }));
    const context = { outbox: deps(), holder: 'tab', server_time: iso(START), backoff: () => 0 };
    await applyPushResults(db, batch, results, context);
    return batch[0]!.frozen!.length * 2;
  }

  test('when the bodies of accepted writes exceed 5 MB, drops the oldest ones until 4 MB are left', async () => {
    const phone = makePhoneDb();
    const { db } = phone;
    const own = await accept(phone);
    await saveMeta(db, 'acknowledged', 4);
    await putReceipt(db, 'old', 2, 1 * MB);
    await putReceipt(db, 'newer', 3, 1 * MB);
    await putReceipt(db, 'newest', 4, 3 * MB - 3 * own);
    await saveMeta(db, 'sent_bytes', 5 * MB - 2 * own);
    await accept(phone);
    await accept(phone);
    expect(await idsWithBody(db)).toHaveLength(6);
    expect(await savedMeta(db, 'sent_bytes')).toBe(5 * MB);
    await accept(phone);
    expect((await idsWithBody(db)).filter((op_id) => op_id.startsWith('new')).toSorted()).toEqual(['newer', 'newest']);
    expect(await idsWithBody(db)).toHaveLength(5);
    expect(await savedMeta(db, 'sent_bytes')).toBe(4 * MB);
    expect(await db.history.count()).toBe(7);
  });

  test('counts the sent bodies that an earlier version of the app has stored', async () => {
    const phone = makePhoneDb();
    await putReceipt(phone.db, 'kept', 0, 2 * MB);
    const own = await accept(phone);
    expect(await savedMeta(phone.db, 'sent_bytes')).toBe(2 * MB + own);
  });

  test('reads all receipts only if the sent bodies exceed 5 MB', async () => {
    const phone = makePhoneDb();
    await accept(phone);
    const read = vi.spyOn(phone.db.history, 'filter');
    await accept(phone);
    expect(read).not.toHaveBeenCalled();
  });

  test('no longer counts the bodies of accepted writes after they have returned to the outbox', async () => {
    const phone = makePhoneDb();
    await saveMeta(phone.db, 'epoch', 'first');
    await accept(phone);
    await leaveEpoch(phone.db, anna, { left: 'first', now: START });
    expect(await savedMeta(phone.db, 'sent_bytes')).toBe(0);
  });

  test('the daily clean-up recalculates the total size of the sent bodies', async () => {
    const { db, clock } = makePhoneDb();
    await putReceipt(db, 'kept', 1, 1 * MB);
    await saveMeta(db, 'sent_bytes', 9);
    await cleanUp(db, clock.now());
    expect(await savedMeta(db, 'sent_bytes')).toBe(1 * MB);
  });
});
