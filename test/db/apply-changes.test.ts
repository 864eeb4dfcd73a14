import { describe, expect, test, vi } from 'vitest';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { Change, ChangesReply, Cursors, SnapshotReply } from '../../contract/sync.ts';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import { applySnapshot, nextSnapshotPage } from '../../src/db/outbox/apply-snapshot.ts';
import type { Group } from '../../contract/entities/define.ts';
import { undoEntry } from '../../src/db/outbox/undo.ts';
import { onChangedKeys, type ChangedKeys } from '../../src/db/queries/changed-keys.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { iso } from '../../src/lib/ports.ts';
import type { AnyRow } from '../../src/db/outbox/view.ts';
import {
  addComment,
  anna,
  commentRow,
  editComment,
  makePhoneDb,
  newId,
  renameTask,
  START,
  taskRow,
  type TestPhoneDb,
} from '../helpers/phone.ts';

const start: Cursors = { p0: 1, p1: 1, p2: 1, p3: 1 };
const later: Cursors = { p0: 20, p1: 20, p2: 20, p3: 20 };

const put = (c: EntityName, row: AnyRow): Change => ({ c, op: 'put', id: row.id, rev: row.rev, row });

async function phoneWithCursors(cursors: Cursors): Promise<TestPhoneDb> {
  const phone = makePhoneDb();
  await saveMeta(phone.db, 'cursors', cursors);
  return phone;
}

function page(changes: Change[], more: Partial<ChangesReply> = {}): ChangesReply {
  return { changes, acked: [], cursors: later, has_more: false, server_time: iso(START), ...more };
}

describe('applying a page of changes', () => {
  test('stores the new rows of a page of changes and advances the cursors', async () => {
    const { db, deps } = await phoneWithCursors(start);
    const comment = commentRow({ rev: 5 });
    expect(await applyChanges(db, start, page([put('comments', comment)]), deps())).toBe('applied');
    expect(await db.comments.get(comment.id)).toEqual(comment);
    expect(await savedMeta(db, 'cursors')).toEqual(later);
  });

  test('ignores a version or deletion of a row that is older than the stored row', async () => {
    const { db, deps } = await phoneWithCursors(start);
    const comment = commentRow({ rev: 9, text: 'Newest' });
    await db.comments.put(comment);
    const changes: Change[] = [
      put('comments', { ...comment, rev: 4 }),
      { c: 'comments', op: 'del', id: comment.id, rev: 8 },
    ];
    await applyChanges(db, start, page(changes), deps());
    expect(await db.comments.get(comment.id)).toEqual(comment);
  });

  test('removes deleted rows and rows that are no longer accessible', async () => {
    const { db, deps } = await phoneWithCursors(start);
    const [deleted, lost] = [commentRow(), taskRow()];
    await db.comments.put(deleted);
    await db.tasks.put(lost);
    const changes: Change[] = [
      { c: 'comments', op: 'del', id: deleted.id, rev: 6 },
      { c: 'tasks', op: 'gone', id: lost.id, rev: 7, reason: 'access' },
    ];
    await applyChanges(db, start, page(changes), deps());
    expect(await db.comments.count()).toBe(0);
    expect(await db.tasks.count()).toBe(0);
  });

  test('applies unsent writes to the new server version of a row', async () => {
    const { db, write, deps } = await phoneWithCursors(start);
    const task = taskRow();
    await db.tasks.put(task);
    await write(renameTask(task.id, 'Mine'));
    const serverTask = { ...task, rev: 8, place: 'Café' };
    await applyChanges(db, start, page([put('tasks', serverTask)]), deps());
    expect(await db.tasks.get(task.id)).toMatchObject({ title: 'Mine', place: 'Café', rev: 8 });
    expect((await db.base.get(['tasks', task.id]))?.row).toEqual(serverTask);
  });

  test('hides a row that was deleted on the server, but keeps its unsent writes', async () => {
    const { db, write, deps } = await phoneWithCursors(start);
    const comment = commentRow();
    await db.comments.put(comment);
    await write(editComment(comment.id, 'Mine'));
    await applyChanges(db, start, page([{ c: 'comments', op: 'del', id: comment.id, rev: 8 }]), deps());
    expect(await db.comments.count()).toBe(0);
    expect(await db.outbox.count()).toBe(1);
  });

  test('removes acknowledged writes from the outbox, so that none is applied twice after a lost reply', async () => {
    const { db, write, deps } = await phoneWithCursors(start);
    const draft = addComment('Hello');
    const [op_id] = await write(draft);
    const row = commentRow({ id: draft.id, rev: 6, text: 'Hello' });
    await applyChanges(db, start, page([put('comments', row)], { acked: [op_id!, newId()] }), deps());
    expect(await db.outbox.count()).toBe(0);
    expect(await db.base.count()).toBe(0);
    expect(await db.comments.get(draft.id)).toEqual(row);
    expect(await db.history.get(op_id!)).toMatchObject({ kind: 'comment.add' });
  });

  test('discards a page of changes if another tab has moved the cursors in the meantime', async () => {
    const { db, write, deps } = await phoneWithCursors({ ...start, p2: 7 });
    const [op_id] = await write(addComment());
    const before = await db.comments.toArray();
    const stale = page([put('comments', commentRow({ rev: 5 }))], { acked: [op_id!] });
    expect(await applyChanges(db, start, stale, deps())).toBe('outdated');
    expect(await db.comments.toArray()).toEqual(before);
    expect(await db.outbox.count()).toBe(1);
    expect(await savedMeta(db, 'cursors')).toEqual({ ...start, p2: 7 });
  });

  test('skips a row that does not fit its schema and stores the other rows', async () => {
    const { db, deps } = await phoneWithCursors(start);
    const validRow = commentRow({ rev: 5 });
    const bad: Change = { c: 'comments', op: 'put', id: newId(), rev: 5, row: { id: 'x', rev: 5 } };
    await applyChanges(db, start, page([bad, put('comments', validRow)]), deps());
    expect((await db.comments.toArray()).map((row) => row.id)).toEqual([validRow.id]);
  });
});

describe('applying a snapshot', () => {
  function snapshot(rows: AnyRow[], more: Partial<SnapshotReply> = {}): SnapshotReply {
    const listed = rows.map((row) => ({ c: 'comments' as const, id: row.id, rev: row.rev, row }));
    const server_time = iso(START);
    return { rows: listed, acked: [], as_of: 10, next: null, cursor: 10, total: rows.length, server_time, ...more };
  }
  const first = (rows: AnyRow[], next: string): SnapshotReply => snapshot(rows, { next, cursor: null, total: 2 });

  test('resumes an interrupted snapshot after the last page that was applied', async () => {
    const { db } = makePhoneDb();
    const [one, two] = [commentRow(), commentRow()];
    expect(nextSnapshotPage(await savedMeta(db, 'snapshot'), 'p2')).toBeNull();
    await applySnapshot(db, 'p2', first([one], 'page-2'), null, anna);
    expect(nextSnapshotPage(await savedMeta(db, 'snapshot'), 'p2')).toBe('page-2');
    expect(await savedMeta(db, 'snapshot')).toMatchObject({ group: 'p2', done: 1, total: 2 });
    expect((await savedMeta(db, 'cursors'))?.p2).toBeUndefined();
    await applySnapshot(db, 'p2', snapshot([two]), 'page-2', anna);
    expect(await db.comments.count()).toBe(2);
    expect(await savedMeta(db, 'cursors')).toEqual({ p2: 10 });
    expect(await savedMeta(db, 'snapshot')).toBeNull();
    expect(await db.snapshot_seen.count()).toBe(0);
  });

  test('reports the keys of the rows of a stored page, so that unrelated queries do not run again', async () => {
    const { db } = makePhoneDb();
    const rows = Array.from({ length: 200 }, () => commentRow()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const reported: ChangedKeys[] = [];
    const stop = onChangedKeys(db, 'comments', (keys) => void reported.push(keys));
    const bulkPut = vi.spyOn(db.Table.prototype, 'bulkPut');
    await applySnapshot(db, 'p2', first(rows, 'page-2'), null, anna);
    stop();
    expect(reported.at(-1)).toEqual(rows.map(({ id }) => id));
    const stored = bulkPut.mock.calls.filter(([[row]]) => 'text' in (row as AnyRow));
    expect(stored.map(([part]) => part.length)).toEqual([49, 49, 49, 49, 4]);
  });

  test('removes rows that the snapshot does not contain, except rows with unsent writes', async () => {
    const { db, write } = makePhoneDb();
    const [gone, edited, kept] = [commentRow(), commentRow(), commentRow()];
    const own = addComment('Unsent');
    await db.comments.bulkPut([gone, edited, kept]);
    await db.tasks.put(taskRow());
    await write(own, editComment(edited.id, 'Mine'));
    await applySnapshot(db, 'p2', snapshot([kept]), null, anna);
    const shownIds = (await db.comments.toArray()).map((row) => row.id);
    expect(shownIds.toSorted()).toEqual([edited.id, kept.id, own.id].toSorted());
    expect(await db.tasks.count()).toBe(1);
    expect(await db.outbox.count()).toBe(2);
  });

  test('counts the rows of the other sync groups as progress only during the first sync', async () => {
    const { db } = makePhoneDb();
    const own = snapshot([commentRow()], { total_others: 50 });
    const { p0: _, ...others } = start;
    await saveMeta(db, 'cursors', others);
    await applySnapshot(db, 'p0', own, null, anna);
    expect(await savedMeta(db, 'mirrored_rows')).toEqual({ fetched: 1, to_come: 0 });
    for (const group of ['p1', 'p2', 'p3'] as const) {
      const partlyMirrored = makePhoneDb();
      await saveMeta(partlyMirrored.db, 'cursors', { [group]: 1 });
      await applySnapshot(partlyMirrored.db, 'p0', own, null, anna);
      expect(await savedMeta(partlyMirrored.db, 'mirrored_rows')).toEqual({ fetched: 1, to_come: 0 });
    }
    await saveMeta(db, 'cursors', {});
    await applySnapshot(db, 'p0', own, null, anna);
    expect(await savedMeta(db, 'mirrored_rows')).toEqual({ fetched: 1, to_come: 50 });
    await applySnapshot(db, 'p1', snapshot([commentRow()], { total: 20, next: 'more', cursor: null }), null, anna);
    expect(await savedMeta(db, 'mirrored_rows')).toEqual({ fetched: 1, to_come: 30 });
  });

  test('stores after each page how many rows the first sync has fetched in total', async () => {
    const { db } = makePhoneDb();
    const seen: unknown[] = [];
    const apply = async (group: Group, asked: string | null, count: number, more: Partial<SnapshotReply>) => {
      const rows = Array.from({ length: count }, () => commentRow());
      await applySnapshot(db, group, snapshot(rows, more), asked, anna);
      seen.push((await savedSyncStatus(db)).first_fetch);
    };
    await apply('p0', null, 2, { total: 2, total_others: 6 });
    await apply('p1', null, 0, { total: 0 });
    await apply('p2', null, 2, { total: 6, next: 'b', cursor: null });
    await apply('p2', 'b', 2, { total: 6, next: 'c', cursor: null });
    await apply('p2', 'c', 2, { total: 6 });
    const progress = (done: number) => ({ done, total: 8 });
    expect(seen).toEqual([progress(2), progress(2), progress(4), progress(6), progress(8)]);
  });

  test('keeps the newer version of each row, from the snapshot or from the device', async () => {
    const { db } = makePhoneDb();
    const rows = Array.from({ length: 40 }, (_, n) => commentRow({ rev: 5, text: `old ${n}` }));
    await db.comments.bulkPut(rows);
    const later = rows.map((row, n) => ({ ...row, rev: 4 + (n % 3), text: `snapshot ${n}` }));
    await applySnapshot(db, 'p2', snapshot([...later, { ...later[2]!, rev: 1, text: 'twice' }]), null, anna);
    const texts = (await db.comments.bulkGet(rows.map(({ id }) => id))).map((row) => row?.text);
    expect(texts).toEqual(rows.map((_, n) => (n % 3 === 2 ? `snapshot ${n}` : `old ${n}`)));
  });

  test.each([0, 1, 2])("applies unsent writes to row %i of a page, and keeps the server's version", async (edited) => {
    const { db, write } = makePhoneDb();
    const rows = [commentRow({ rev: 5 }), commentRow({ rev: 5 }), commentRow({ rev: 5 })];
    await db.comments.bulkPut(rows);
    await write(editComment(rows[edited]!.id, 'Mine'));
    const later = rows.map((row) => ({ ...row, rev: 6, text: 'Theirs' }));
    await applySnapshot(db, 'p2', snapshot(later), null, anna);
    const texts = (await db.comments.bulkGet(rows.map(({ id }) => id))).map((row) => row?.text);
    expect(texts).toEqual(['Theirs', 'Theirs', 'Theirs'].with(edited, 'Mine'));
    expect((await db.base.get(['comments', rows[edited]!.id]))?.row).toEqual(later[edited]);
    expect(await db.base.count()).toBe(1);
  });

  test('keeps the stored row if its version in the snapshot does not fit the schema', async () => {
    const { db } = makePhoneDb();
    const [kept, other] = [commentRow({ rev: 5 }), commentRow({ rev: 5 })];
    await db.comments.put(kept);
    const unreadable = { ...kept, rev: 7, text: 12 } as unknown as AnyRow;
    await applySnapshot(db, 'p2', snapshot([unreadable, other]), null, anna);
    expect((await db.comments.bulkGet([kept.id, other.id])).map((row) => row?.text)).toEqual([kept.text, other.text]);
    const onlyUnreadable = makePhoneDb();
    expect(await applySnapshot(onlyUnreadable.db, 'p2', snapshot([unreadable]), null, anna)).toBe(true);
    expect(await onlyUnreadable.db.comments.count()).toBe(0);
  });

  test('continues a snapshot that was begun by an earlier app version, which marked each received row', async () => {
    const { db } = makePhoneDb();
    const [one, two, deleted] = [commentRow(), commentRow(), commentRow()];
    await db.comments.bulkPut([one, deleted]);
    await db.snapshot_seen.put({ group: 'p2', c: 'comments', id: one.id });
    await saveMeta(db, 'snapshot', { group: 'p2', next: 'page-2', as_of: 10, done: 1, total: 2 });
    await applySnapshot(db, 'p2', snapshot([two]), 'page-2', anna);
    const ids = (await db.comments.toArray()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([one.id, two.id].toSorted());
  });

  test('keeps a row that is newer than the snapshot, even after its waiting write was undone', async () => {
    const { db, write } = makePhoneDb();
    const [newer, edited] = [commentRow({ rev: 11 }), commentRow({ rev: 11 })];
    await applySnapshot(db, 'p2', first([commentRow()], 'page-2'), null, anna);
    await db.comments.bulkPut([newer, edited]);
    const [op_id] = await write(editComment(edited.id, 'Mine'));
    await applySnapshot(db, 'p2', snapshot([commentRow()]), 'page-2', anna);
    await undoEntry(db, op_id!, anna);
    expect(await db.comments.bulkGet([newer.id, edited.id])).toEqual([newer, edited]);
  });

  test('ignores a snapshot page that another tab has already applied', async () => {
    const { db } = makePhoneDb();
    const [one, two] = [commentRow(), commentRow()];
    await applySnapshot(db, 'p2', first([one], 'page-2'), null, anna);
    expect(await applySnapshot(db, 'p2', first([one], 'page-2'), null, anna)).toBe(false);
    expect(await savedMeta(db, 'snapshot')).toMatchObject({ next: 'page-2', done: 1 });
    expect(await applySnapshot(db, 'p2', snapshot([two]), 'page-2', anna)).toBe(true);
    expect(await applySnapshot(db, 'p2', snapshot([two]), 'page-2', anna)).toBe(false);
    expect(await db.comments.count()).toBe(2);
  });

  test('a restarted snapshot deletes rows that only the abandoned snapshot contained', async () => {
    const { db } = makePhoneDb();
    const [deleted, kept] = [commentRow(), commentRow()];
    await applySnapshot(db, 'p2', first([deleted], 'page-2'), null, anna);
    await saveMeta(db, 'snapshot', null);
    await applySnapshot(db, 'p2', snapshot([kept]), null, anna);
    expect((await db.comments.toArray()).map((row) => row.id)).toEqual([kept.id]);
  });
});
