import { Dexie } from 'dexie';
import { IDBDatabase } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { savedBadges } from '../../src/db/queries/badges.ts';
import { cleanUp } from '../../src/db/schema/clean-up.ts';
import { isQuotaError, openPhoneDb } from '../../src/db/schema/db.ts';
import type { EntryState } from '../../src/db/outbox/entry.ts';
import { savedMetas, saveMeta } from '../../src/db/schema/meta.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { countOutbox, pillState, savedSyncStatus } from '../../src/db/queries/status.ts';
import { openGates, initialStatus, type SyncStatus } from '../../src/db/schema/sync-status.ts';
import { iso } from '../../src/lib/ports.ts';
import {
  addComment,
  ANNA,
  editComment,
  makePhoneDb,
  newId,
  pauseTask,
  readLesson,
  START,
  taskRow,
} from '../helpers/phone.ts';

const DAY = 24 * 3_600_000;

describe('disk full errors', () => {
  test('recognises a quota error, even if it is the cause of another error or one of several errors', () => {
    const quotaError = new DOMException('full', 'QuotaExceededError');
    expect(isQuotaError(quotaError)).toBe(true);
    expect(isQuotaError(Object.assign(new Error('aborted'), { name: 'AbortError', inner: quotaError }))).toBe(true);
    expect(isQuotaError(Object.assign(new Error('aborted'), { name: 'AbortError' }))).toBe(false);
    const otherError = new DOMException('exists', 'ConstraintError');
    expect(isQuotaError(new Dexie.BulkError('two of three rows', [otherError, quotaError]))).toBe(true);
    expect(isQuotaError(new Dexie.BulkError('one of two rows', [otherError]))).toBe(false);
    expect(isQuotaError(new Error('QuotaExceededError'))).toBe(false);
    expect(isQuotaError('QuotaExceededError')).toBe(false);
    expect(isQuotaError(null)).toBe(false);
  });
});

describe('stored sync state', () => {
  test('reads several values of the sync state in one transaction, and leaves out missing values', async () => {
    // Create the spy before the database is opened, because Dexie then binds the method.
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const { db } = makePhoneDb();
    await saveMeta(db, 'epoch', 'e1');
    await saveMeta(db, 'cursors', { p0: 7 });
    transactions.mockClear();
    expect(await savedMetas(db, 'epoch', 'cursors', 'digest_at')).toEqual({ epoch: 'e1', cursors: { p0: 7 } });
    expect(transactions).toHaveBeenCalledTimes(1);
  });

  test('a function that changes the sync status receives the stored status, with defaults for missing fields', async () => {
    const { db } = makePhoneDb();
    await saveStatus(db, { clock_offset_ms: 5 });
    const known: SyncStatus[] = [];
    await saveStatus(db, (status) => {
      known.push(status);
      return { clock_offset_ms: status.clock_offset_ms + 1, gates: { ...status.gates, auth: true } };
    });
    expect(known).toEqual([{ ...initialStatus, clock_offset_ms: 5 }]);
    expect(await savedSyncStatus(db)).toEqual({
      ...initialStatus,
      clock_offset_ms: 6,
      gates: { ...openGates, auth: true },
    });
  });
});

describe('status pill', () => {
  const noCounts = { to_send: 0, needs_you: 0, background: 0 };
  const threeToSend = { ...noCounts, to_send: 3 };
  const at = iso(START);
  const status = (change: Partial<SyncStatus>): SyncStatus => ({ ...initialStatus, connection: 'online', ...change });
  const withGates = (gate: Partial<SyncStatus['gates']>) => status({ gates: { ...openGates, ...gate } });

  test.each([
    ['everything is sent', status({ last_fetched_at: at }), noCounts, { kind: 'up_to_date', at }],
    ['nothing was fetched yet', status({}), noCounts, { kind: 'up_to_date', at: null }],
    ['writes are waiting', status({}), threeToSend, { kind: 'sending', done: 0, total: 3 }],
    [
      'a batch is being sent',
      status({ sending: { done: 2, total: 3 } }),
      threeToSend,
      { kind: 'sending', done: 2, total: 3 },
    ],
    [
      'only background writes are waiting',
      status({ last_fetched_at: at }),
      { ...noCounts, background: 5 },
      { kind: 'up_to_date', at },
    ],
    [
      'the device is offline',
      status({ connection: 'offline', last_fetched_at: at }),
      threeToSend,
      { kind: 'offline', count: 3, since: at },
    ],
    [
      'the server does not respond',
      status({ connection: 'no_answer' }),
      threeToSend,
      { kind: 'no_answer', count: 3, since: null },
    ],
    [
      'a list cannot be read',
      status({ last_fetched_at: at, unread: { last_fetched_at: null, lists: [] } }),
      noCounts,
      { kind: 'no_answer', count: 0, since: null },
    ],
    [
      'a list cannot be read and writes are waiting',
      status({ unread: { last_fetched_at: at, lists: [] } }),
      threeToSend,
      { kind: 'sending', done: 0, total: 3 },
    ],
    [
      'all lists can be read again',
      status({ last_fetched_at: at, unread: null }),
      noCounts,
      { kind: 'up_to_date', at },
    ],
    ['a captive portal responds', status({ connection: 'portal' }), threeToSend, { kind: 'portal' }],
    [
      'the first rows of the first sync have arrived',
      status({ first_fetch: { done: 399, total: 400 } }),
      noCounts,
      { kind: 'first_fetch', percent: 99 },
    ],
    [
      'the first sync begins',
      status({ first_fetch: { done: 0, total: 0 } }),
      noCounts,
      { kind: 'first_fetch', percent: 0 },
    ],
    ['the login has expired', withGates({ auth: true }), threeToSend, { kind: 'log_in', count: 3 }],
    ['the account is blocked', withGates({ auth: true, blocked: true }), threeToSend, { kind: 'blocked' }],
    ['the disk is full', withGates({ storage_full: true }), threeToSend, { kind: 'storage_full' }],
    [
      'a write needs a decision by the user, although the device is also offline and the login has expired',
      status({ connection: 'offline', gates: { ...openGates, auth: true } }),
      { ...threeToSend, needs_you: 2 },
      { kind: 'needs_you', count: 2 },
    ],
  ])('the status pill shows the right state when %s', (_, given, counts, expected) => {
    expect(pillState(given, counts)).toEqual(expected);
  });
});

describe('counts and badges of unsent changes', () => {
  test('the counts of unsent changes leave out background work', async () => {
    const { db, write } = makePhoneDb();
    const [, refused] = await write(addComment(), addComment(), readLesson(newId()));
    await db.outbox.where('op_id').equals(refused!).modify({ state: 'rejected' });
    expect(await countOutbox(db)).toEqual({ to_send: 1, needs_you: 1, background: 1 });
  });

  test.each<[EntryState, EntryState, EntryState]>([
    ['queued', 'rejected', 'rejected'],
    ['sending', 'queued', 'queued'],
    ['parked', 'conflict', 'conflict'],
    ['blocked', 'parked', 'parked'],
  ])('a row with a %s and a %s write has the badge of the %s one', async (first, second, shown) => {
    const { db, write } = makePhoneDb();
    const draft = addComment();
    const [one, two] = await write(draft, editComment(draft.id, 'Better'));
    await db.outbox.where('op_id').equals(one!).modify({ state: first });
    await db.outbox.where('op_id').equals(two!).modify({ state: second });
    const badge = (await savedBadges(db, 'comments')).get(draft.id);
    expect(badge?.state).toBe(shown);
    expect(badge?.entries).toHaveLength(2);
  });

  test('a row has no badge for background work', async () => {
    const { db, write } = makePhoneDb();
    await write(readLesson(newId()));
    expect((await savedBadges(db, 'lesson_progress')).size).toBe(0);
  });
});

describe('sync status', () => {
  test('updates only the given fields of the sync status', async () => {
    const { db } = makePhoneDb();
    await saveStatus(db, { connection: 'online' });
    await saveStatus(db, { last_sent_at: iso(START) });
    expect(await savedSyncStatus(db)).toEqual({ ...initialStatus, connection: 'online', last_sent_at: iso(START) });
  });
});

describe('the daily clean-up', () => {
  test('the daily clean-up removes receipts and closed tasks after 90 days, but never an unsent write', async () => {
    const { db, write, clock } = makePhoneDb();
    const closed = (ago: number) => taskRow({ state: 'completed', closed_at: iso(START - ago * DAY) });
    const [old, recent, stillOpen, unsent] = [closed(91), closed(89), taskRow(), taskRow({ state: 'in_progress' })];
    await db.tasks.bulkPut([old, recent, stillOpen, unsent]);
    await write(addComment(), pauseTask(unsent.id));
    await db.tasks.update(unsent.id, { closed_at: iso(START - 300 * DAY) });
    const line = { kind: 'comment.add', entity: 'comments', entity_id: newId(), title: '' } as const;
    const receiptFields = { at_client: START, rev: 2, background: 0 } as const;
    await db.history.bulkPut([
      { ...line, ...receiptFields, op_id: 'old', server_time: iso(START - 91 * DAY) },
      { ...line, ...receiptFields, op_id: 'recent', server_time: iso(START - 89 * DAY) },
    ]);
    const waiting = await db.outbox.toArray();
    await cleanUp(db, clock.now());
    expect((await db.history.toArray()).map((kept) => kept.op_id)).toEqual(['recent']);
    const keptIds = (await db.tasks.toArray()).map((task) => task.id);
    expect(keptIds.toSorted()).toEqual([recent.id, stillOpen.id, unsent.id].toSorted());
    await cleanUp(db, START + 1000 * DAY);
    expect(await db.outbox.toArray()).toEqual(waiting);
  });
});

describe('an open database', () => {
  test('an open database does not prevent another tab from deleting it', async () => {
    const { db, ports } = makePhoneDb();
    await db.open();
    await openPhoneDb(ANNA, ports).delete();
    expect(db.isOpen()).toBe(false);
  });
});
