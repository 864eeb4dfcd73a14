import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change, Cursors } from '../../contract/sync.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { runCursorRace } from '../helpers/cursor-race.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person();
  ben = await server.person({ first_name: 'Ben' });
});
afterAll(() => server.close());

const ids = (changes: readonly Change[]) => changes.map(({ id }) => id);

/** Pulls all rows of a group page by page, in the same way as a device. */
async function pullAll(person: Person, from: Cursors, limit: number) {
  const changes: Change[] = [];
  const acked: string[] = [];
  let cursors = from;
  for (let page = 0; page < 1000; page += 1) {
    const reply = await server.changes(person, { ...(cursors as Record<string, number>), limit });
    changes.push(...reply.changes);
    acked.push(...reply.acked);
    cursors = reply.cursors;
    if (!reply.has_more) return { changes, acked, cursors, pages: page + 1 };
  }
  throw new Error('the pages never ended');
}

describe('pulling changes', () => {
  it('sends no changes to an up-to-date device', async () => {
    await server.push(anna, [server.comment('here')]);
    const { cursors } = await server.changes(anna);
    const secondPull = await server.changes(anna, cursors as Record<string, number>);
    expect(secondPull).toMatchObject({ changes: [], acked: [], cursors, has_more: false });
  });

  it('returns changes page by page in the order of their revisions, without gaps', async () => {
    const { cursors } = await server.changes(anna);
    const ops = Array.from({ length: 7 }, (_, index) => server.comment(`page ${index}`));
    await server.push(anna, ops);
    const result = await pullAll(anna, cursors, 3);
    expect(ids(result.changes)).toEqual(ops.map(({ id }) => id));
    expect(result.pages).toBe(3);
  });

  it('never splits the rows of one transaction across pages', async () => {
    const { cursors } = await server.changes(anna);
    const category = await server.category();
    const rev = (await server.push(anna, [server.comment('before')])).rev + 1;
    const { db, scope } = server.deps;
    for (let index = 0; index < 5; index += 1) await server.lesson(category, { rev, position: index });
    await db.updateTable('sync_counter').set({ rev }).where('scope', '=', scope).execute();
    const first = await server.changes(anna, { p2: cursors.p2!, limit: 1 });
    expect(first.changes).toHaveLength(1);
    const second = await server.changes(anna, { p2: first.cursors.p2!, limit: 1 });
    expect(second.changes).toHaveLength(5);
    expect(second).toMatchObject({ cursors: { p2: rev }, has_more: false });
  });

  it('acknowledges an op of the device only if the reply includes the row that the op changed', async () => {
    const { cursors } = await server.changes(anna);
    const tablet = { ...anna, device_id: uuidv7() };
    const ownComment = server.comment('from the phone');
    const refused = server.comment('answer to nothing', { parent: uuidv7() });
    const other = server.comment('from the tablet');
    await server.push(anna, [ownComment, refused]);
    await server.push(tablet, [other]);
    await server.push(ben, [server.comment('by Ben')]);
    expect((await server.changes(anna, cursors as Record<string, number>)).acked).toEqual([ownComment.op_id]);
    expect((await server.changes(tablet, cursors as Record<string, number>)).acked).toEqual([other.op_id]);
    expect((await server.changes(anna, { ...(cursors as Record<string, number>), device_id: uuidv7() })).acked).toEqual(
      [],
    );
  });

  it('does not acknowledge an op whose row comes only in a later page of changes', async () => {
    const { cursors } = await server.changes(anna);
    const first = server.comment('will be edited');
    await server.push(anna, [first, server.comment('a'), server.comment('b')]);
    await server.push(anna, [
      server.op({ kind: 'comment.edit', id: first.id, args: { text: 'edited', at: server.iso() } }),
    ]);
    const page = await server.changes(anna, { p2: cursors.p2!, limit: 1 });
    expect(ids(page.changes)).not.toContain(first.id);
    expect(page.acked).not.toContain(first.op_id);
  });

  it('acknowledges an op only in the sync group of its row', async () => {
    const { cursors } = await server.changes(anna);
    const settings = server.op({ kind: 'settings.update', id: anna.id, args: { theme: 'dark' } });
    const comment = server.comment('beside it');
    await server.push(anna, [settings, comment]);
    expect((await server.changes(anna, { p2: cursors.p2! })).acked).toEqual([comment.op_id]);
    const own = await server.changes(anna, { p0: cursors.p0! });
    expect(own.acked).toEqual([settings.op_id]);
    expect(own.changes).toMatchObject([{ c: 'me', row: { theme: 'dark' } }]);
  });

  it('sends a deleted comment as an empty row and a removed row as a tombstone', async () => {
    const comment = server.comment('to be gone');
    await server.push(anna, [comment]);
    const { cursors } = await server.changes(anna);
    await server.push(anna, [server.op({ kind: 'comment.delete', id: comment.id, args: { at: server.iso() } })]);
    const afterDeletion = await server.changes(anna, cursors as Record<string, number>);
    expect(afterDeletion.changes).toMatchObject([{ op: 'put', row: { text: '', removed_at: server.iso() } }]);

    const rev = (await server.push(anna, [server.comment('next')])).rev + 1;
    const { db, scope } = server.deps;
    await db
      .updateTable('comments')
      .set({ deleted_at: server.iso(), rev })
      .where('scope', '=', scope)
      .where('id', '=', comment.id)
      .execute();
    await db.updateTable('sync_counter').set({ rev }).where('scope', '=', scope).execute();
    const afterRemoval = await server.changes(anna, { p2: rev - 1 });
    expect(afterRemoval.changes).toEqual([{ c: 'comments', op: 'del', id: comment.id, rev }]);
  });

  it('requires a new snapshot when tombstones newer than the cursor have been dropped', async () => {
    const old = await server.changes(anna);
    const comment = server.comment('old');
    await server.push(anna, [comment]);
    const { db, scope } = server.deps;
    await db
      .updateTable('comments')
      .set({ deleted_at: server.iso() })
      .where('scope', '=', scope)
      .where('id', '=', comment.id)
      .execute();
    const freshPull = await server.changes(anna);
    await cleanUp(db, new Date(server.now + 89 * 86_400_000));
    expect((await server.changes(anna, old.cursors as Record<string, number>)).changes).toHaveLength(1);
    await cleanUp(db, new Date(server.now + 91 * 86_400_000));
    const url = (cursor: number) => `/api/sync/changes?p2=${cursor}`;
    expect(await server.call(anna, 'GET', url(old.cursors.p2!))).toMatchObject({
      status: 410,
      body: { code: 'cursor_expired' },
    });
    expect((await server.call(anna, 'GET', url(freshPull.cursors.p2!))).status).toBe(200);
  });

  it("requires a new snapshot when the cursor is ahead of the server's revision", async () => {
    expect((await server.call(anna, 'GET', '/api/sync/changes?p0=999999')).status).toBe(410);
  });

  it('replays the stored response to a push even after 119 days', async () => {
    const comment = server.comment('kept');
    await server.push(anna, [comment]);
    await cleanUp(server.deps.db, new Date(server.now + 119 * 86_400_000));
    expect((await server.push(anna, [comment])).results[0]?.replayed).toBe(true);
  });
});

describe('concurrent writers', () => {
  it('delivers every row while many transactions write', async () => {
    const { written, missed } = await runCursorRace();
    expect(missed).toEqual([]);
    expect(written).toBeGreaterThan(50);
  });
});
