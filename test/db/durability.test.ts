import { IDBDatabase } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SnapshotReply } from '../../contract/sync.ts';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import { applySnapshot } from '../../src/db/outbox/apply-snapshot.ts';
import { iso } from '../../src/lib/ports.ts';
import { relaxedPages } from '../../src/db/outbox/relaxed-pages.ts';
import { addComment, anna, commentRow, makePhoneDb, START } from '../helpers/phone.ts';

/** Records the durability of each transaction that may write. Call it before the database is opened. */
function watchWrites(): () => string[] {
  const writes: string[] = [];
  const { transaction } = IDBDatabase.prototype;
  const watch = vi.spyOn(IDBDatabase.prototype, 'transaction');
  watch.mockImplementation(function (this: IDBDatabase, stores, mode, options) {
    if (mode === 'readwrite') writes.push(options?.durability ?? 'default');
    return transaction.call(this, stores, mode, options);
  });
  onTestFinished(() => watch.mockRestore());
  return () => writes.splice(0);
}

const page = (next: string | null): SnapshotReply => {
  const row = commentRow();
  const rows = [{ c: 'comments' as const, id: row.id, rev: row.rev, row }];
  return { rows, acked: [], as_of: 10, next, cursor: next === null ? 10 : null, total: 2, server_time: iso(START) };
};

test('waits for the disk after user writes, pages of changes and the last page of a snapshot, but not after earlier pages', async () => {
  const written = watchWrites();
  const { db, write, deps } = makePhoneDb();
  db.use(relaxedPages);
  await write(addComment('Saved'));
  expect(new Set(written())).toEqual(new Set(['strict']));
  await applySnapshot(db, 'p2', page('more'), null, anna);
  expect(written()).toEqual(['relaxed']);
  await applySnapshot(db, 'p2', page(null), 'more', anna);
  expect(written()).toEqual(['strict']);
  const changes = { changes: [], acked: [], cursors: { p2: 11 }, has_more: false, server_time: iso(START) };
  await applyChanges(db, { p2: 10 }, changes, deps());
  expect(written()).toEqual(['strict']);
});

test('waits for the disk after a snapshot page that removes accepted writes from the outbox', async () => {
  const written = watchWrites();
  const { db, write } = makePhoneDb();
  db.use(relaxedPages);
  const [op_id = ''] = await write(addComment('Accepted'));
  written();
  await applySnapshot(db, 'p2', { ...page('more'), acked: [op_id] }, null, anna);
  expect(written()).toEqual(['strict']);
});
