import { describe, expect, test } from 'vitest';
import type { Comment } from '../../contract/entities/comment.ts';
import type { Cursors } from '../../contract/sync.ts';
import { COMMUNITY } from '../../contract/values.ts';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { applyPushResults } from '../../src/db/outbox/apply-push-results.ts';
import { rowsInWindow } from '../../src/db/outbox/windows.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { iso } from '../../src/lib/ports.ts';
import { addComment, commentRow, editComment, makePhoneDb, newId, START, type TestPhoneDb } from '../helpers/phone.ts';
import { resizeWindowForTests } from '../helpers/window-size.ts';

const SIZE = 2;
const DAY_MS = 86_400_000;
resizeWindowForTests('comments', SIZE);

const cursors: Cursors = { p0: 1, p1: 1, p2: 1, p3: 1 };
const lessons = { a: newId(), b: newId() };

/** Returns a comment on a lesson, the given number of minutes after the start. */
const at = (minute: number, lesson: keyof typeof lessons = 'a', more: Partial<Comment> = {}): Comment =>
  commentRow({
    ...{ rev: 1, thread: lessons[lesson], lesson: lessons[lesson], created_at: iso(START + minute * 60_000) },
    ...more,
  });

/** Opens a device that has mirrored the given comments. */
async function open(rows: readonly Comment[]): Promise<TestPhoneDb> {
  const phone = makePhoneDb();
  await saveMeta(phone.db, 'cursors', cursors);
  await phone.db.comments.bulkPut([...rows]);
  return phone;
}

/** Applies the last page of a pull. */
async function pull(
  { db, deps }: TestPhoneDb,
  rows: readonly Comment[] = [],
  more: { has_more?: boolean } = {},
): Promise<void> {
  const known = (await savedMeta(db, 'cursors'))!;
  const changes = rows.map((row) => ({ c: 'comments' as const, op: 'put' as const, id: row.id, rev: row.rev, row }));
  const reply = { changes, acked: [], cursors: known, has_more: false, server_time: iso(START), ...more };
  await applyChanges(db, known, reply, deps());
}

/** Applies the server's reply to the only write that waits. */
async function accept(phone: TestPhoneDb, row: Comment): Promise<void> {
  const claimed = await phone.claim();
  const results = claimed.map(({ op_id }) => ({ op_id, status: 200, row, rev: row.rev, replayed: false }));
  await saveMeta(phone.db, 'cursors', { ...cursors, p2: row.rev - 1 });
  await applyPushResults(phone.db, claimed, results, {
    outbox: phone.deps(),
    holder: 'tab',
    server_time: iso(START),
    backoff: () => 1_000,
  });
}

const ids = async ({ db }: TestPhoneDb) => new Set(await db.comments.toCollection().primaryKeys());
const idsOf = (rows: readonly Comment[]) => new Set(rows.map(({ id }) => id));

describe('the window of an entity', () => {
  test('the window of an entity contains the first rows of each group in the order of the window', () => {
    const [a, b] = [[1, 2, 3].map((minute) => at(minute)), [4, 5].map((minute) => at(minute, 'b'))];
    const window = { size: 2, order: 'created_at', group_by: 'thread' };
    const rows = [...a, ...b];
    expect(idsOf(rowsInWindow(rows, { ...window, direction: 'desc' }))).toEqual(idsOf([...a.slice(1), ...b]));
    expect(idsOf(rowsInWindow(rows, window))).toEqual(idsOf([...a.slice(0, 2), ...b]));
    expect(idsOf(rowsInWindow(rows, { size: 2, order: 'created_at' }))).toEqual(idsOf(a.slice(0, 2)));
  });

  test('sorts rows with equal values by id, in the direction of the window', () => {
    const rows = [at(1), at(1), at(1)].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const window = { size: 1, order: 'created_at' };
    expect(rowsInWindow(rows, window)).toEqual([rows[0]]);
    expect(rowsInWindow(rows, { ...window, direction: 'desc' })).toEqual([rows[2]]);
  });
});

describe('the rows outside of a window', () => {
  test('rows outside of a window leave the device after the last page of a pull, separately for each thread', async () => {
    const a = [1, 2, 3].map((minute) => at(minute));
    const b = [4, 5].map((minute) => at(minute, 'b'));
    const phone = await open([...a, ...b]);
    const newest = at(9);
    await pull(phone, [newest], { has_more: true });
    expect(await ids(phone)).toEqual(idsOf([...a, ...b, newest]));
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf([a[2]!, newest, ...b]));
    expect(await phone.db.base.count()).toBe(0);
  });

  test('rows that were mirrored before the entity had a window leave the device, too', async () => {
    const rows = Array.from({ length: 9 }, (_, minute) => at(minute));
    const phone = await open(rows);
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf(rows.slice(-SIZE)));
  });

  test('the comments of threads with few comments stay, however many threads there are', async () => {
    const rows = Array.from({ length: 9 }, (_, minute) => {
      const thread = newId();
      return at(minute, 'a', { thread, lesson: thread });
    });
    const phone = await open(rows);
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf(rows));
  });

  test('rows outside of a window stay while an unsent write waits, and leave once it is accepted, even if no pull reports them', async () => {
    const [oldComment, ...rest] = [1, 2, 3].map((minute) => at(minute));
    const phone = await open([oldComment!, ...rest]);
    await phone.write(editComment(oldComment!.id, 'edited'));
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf([oldComment!, ...rest]));
    const row = { ...oldComment!, text: 'edited', rev: 2 };
    await accept(phone, row);
    expect(await phone.db.comments.get(oldComment!.id)).toEqual(row);
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf(rest));
  });

  test('unsent comments stay, whatever time the device gave them, and displace no other comments', async () => {
    const inCommunity = { thread: COMMUNITY, lesson: null };
    const phone = await open([1, 2].map((minute) => at(minute, 'a', inCommunity)));
    const draftAt = (ms: number): Draft => ({
      ...addComment(),
      args: { lesson: null, parent: null, text: 'mine', at: iso(START + ms) },
    });
    await phone.write(draftAt(-DAY_MS), draftAt(DAY_MS));
    await pull(phone);
    expect(await phone.db.comments.count()).toBe(4);
  });

  test('rows outside of a window leave the device if they came only with the reply to a write', async () => {
    const rows = [1, 2].map((minute) => at(minute));
    const phone = await open(rows);
    await pull(phone);
    expect(await savedMeta(phone.db, 'windows_trimmed')).toBe(true);
    // The user deletes a comment that was shown, but is not mirrored.
    const oldComment = at(0);
    await phone.write({ kind: 'comment.delete', id: oldComment.id, args: { at: iso(START) } });
    await accept(phone, { ...oldComment, text: '', removed_at: iso(START), rev: 2 });
    expect(await ids(phone)).toEqual(idsOf([oldComment, ...rows]));
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf(rows));
  });

  test('looks for rows outside of a window only after a change of an entity with a window', async () => {
    const rows = [1, 2].map((minute) => at(minute));
    const phone = await open(rows);
    await pull(phone);
    const surplus = at(0);
    await phone.db.comments.add(surplus);
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf([surplus, ...rows]));
    await pull(phone, [at(1, 'b')]);
    expect((await ids(phone)).has(surplus.id)).toBe(false);
  });

  test('rows outside of a window stay until the group is mirrored completely, because they may be outdated', async () => {
    const rows = [1, 2, 3].map((minute) => at(minute));
    const phone = await open(rows);
    const { p2: _, ...others } = cursors;
    await saveMeta(phone.db, 'cursors', others);
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf(rows));
    await saveMeta(phone.db, 'cursors', cursors);
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf(rows.slice(1)));
  });

  test('rows outside of a window stay in a mirror of the documented API, because they could not be fetched again', async () => {
    const rows = [1, 2, 3].map((minute) => at(minute));
    const phone = await open(rows);
    await saveMeta(phone.db, 'documented', true);
    await pull(phone);
    expect(await ids(phone)).toEqual(idsOf(rows));
  });
});
