import { beforeEach, describe, expect, test } from 'vitest';
import type { PushOp, PushResult, SnapshotReply } from '../../contract/sync.ts';
import { applySnapshot } from '../../src/db/outbox/apply-snapshot.ts';
import { applyPushResults } from '../../src/db/outbox/apply-push-results.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { leaveEpoch } from '../../src/db/outbox/leave-epoch.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import type { AnyRow } from '../../src/db/outbox/view.ts';
import { iso } from '../../src/lib/ports.ts';
import {
  addComment,
  anna,
  commentRow,
  createTask,
  editComment,
  makePhoneDb,
  pauseTask,
  renameTask,
  START,
  startTask,
  type TestPhoneDb,
} from '../helpers/phone.ts';

const HOUR = 3_600_000;

let phone: TestPhoneDb;
beforeEach(async () => {
  phone = makePhoneDb();
  await saveMeta(phone.db, 'epoch', 'first');
  await saveMeta(phone.db, 'cursors', { p0: 5, p2: 5 });
});

const outbox = () => phone.db.outbox.orderBy('seq').toArray();
const textOf = ({ args }: Entry) =>
  (args as { text?: string; title?: string }).text ?? (args as { title?: string }).title;

function respond(batch: readonly Entry[], results: Omit<PushResult, 'op_id'>[], epoch = 'first'): Promise<boolean> {
  const pushResults = batch.map(({ op_id }, index) => ({ op_id, ...(results[index] ?? results[0]!) }));
  return applyPushResults(phone.db, batch, pushResults, {
    outbox: phone.deps(),
    holder: 'tab',
    server_time: iso(phone.clock.now()),
    epoch: { asked: epoch, replied: epoch },
    backoff: () => 0,
  });
}

/** Sends all waiting writes. The server accepts them and returns each row as the phone shows it. */
async function accept(epoch = 'first'): Promise<Entry[]> {
  const batch = await phone.claim();
  const rows = await Promise.all(
    batch.map(async ({ entity, entity_id }) => (await phone.db.table(entity).get(entity_id)) as AnyRow),
  );
  await respond(
    batch,
    rows.map((row) => ({ status: 200, row: { ...row, rev: 6 }, rev: 6 })),
    epoch,
  );
  return batch;
}

const enterSecondEpoch = () => saveMeta(phone.db, 'epoch', 'second');

const leaveFirstEpoch = () => leaveEpoch(phone.db, anna, { left: 'first', now: START });

/** Returns the last page of a snapshot of the new epoch. */
const snapshot = (rows: SnapshotReply['rows'] = []): SnapshotReply => ({
  ...{ rows, acked: [], as_of: 1_000, next: null, cursor: 1_000, total: rows.length, server_time: iso(START) },
  epoch: 'second',
});

describe('leaving an epoch', () => {
  test('leaving an epoch discards the cursors, an unfinished snapshot and the name of the epoch', async () => {
    await saveMeta(phone.db, 'snapshot', { group: 'p1', next: 'page-2', as_of: 4, done: 1, total: 2 });
    await leaveFirstEpoch();
    expect(await savedMeta(phone.db, 'cursors')).toEqual({});
    expect(await savedMeta(phone.db, 'snapshot')).toBeNull();
    expect(await savedMeta(phone.db, 'epoch')).toBeUndefined();
    expect(await savedMeta(phone.db, 'resnapshot_at')).toBe(START);
  });

  test('leaving an epoch puts accepted writes back into the outbox, before the waiting writes', async () => {
    const draft = addComment('one');
    await phone.write(draft);
    const [first] = await accept();
    await phone.write(editComment(draft.id, 'two'));
    const [second] = await accept();
    await phone.write(editComment(draft.id, 'three'));
    await leaveFirstEpoch();
    const entries = await outbox();
    expect(entries.map(textOf)).toEqual(['one', 'two', 'three']);
    expect(entries.map(({ op_id }) => op_id).slice(0, 2)).toEqual([first!.op_id, second!.op_id]);
    expect(entries.map(({ frozen }) => frozen)).toEqual([first!.frozen, second!.frozen, null]);
    expect(await phone.db.history.count()).toBe(0);
    const { seq: _, accepted_at, ...again } = entries[0]!;
    expect(accepted_at).toBe(iso(START));
    const { seq: _seq, ...before } = first!;
    expect(again).toEqual({ ...before, state: 'queued', lease: null });
    expect((await phone.claim()).map(textOf)).toEqual(['one', 'two', 'three']);
  });

  test('leaving an epoch queues accepted writes in the order in which they took effect', async () => {
    const [a, b] = [addComment('a'), addComment('b')];
    await phone.write(a, b);
    const batch = await phone.claim();
    await respond(batch.slice(1), [{ status: 200 }]);
    await respond(batch.slice(0, 1), [{ status: 200 }]);
    await leaveFirstEpoch();
    expect((await outbox()).map(textOf)).toEqual(['b', 'a']);
  });

  test('leaving a second epoch still queues accepted writes in the order in which they took effect', async () => {
    const draft = addComment('one');
    await phone.write(draft);
    await accept();
    await phone.write(editComment(draft.id, 'two'));
    await accept();
    await leaveFirstEpoch();
    await enterSecondEpoch();
    await accept('second');
    await phone.write(editComment(draft.id, 'three'));
    await accept('second');
    await leaveEpoch(phone.db, anna, { left: 'second', now: START });
    expect((await outbox()).map(textOf)).toEqual(['one', 'two', 'three']);
  });

  test('leaving an epoch queues accepted writes with their files, merged ids and titles', async () => {
    const draft = addComment('one');
    await phone.write(draft);
    const [claimed] = await phone.claim();
    const optionalFields = { blobs: ['sha'], absorbed: ['merged'], title: 'A title', atomic_group: null };
    await phone.db.outbox.put({ ...claimed!, ...optionalFields });
    await respond([claimed!], [{ status: 200 }]);
    await leaveFirstEpoch();
    expect((await outbox())[0]).toMatchObject(optionalFields);
  });

  test('leaving an epoch does nothing if another tab has already left it', async () => {
    await phone.write(addComment('one'));
    await accept();
    await leaveFirstEpoch();
    await enterSecondEpoch();
    await saveMeta(phone.db, 'cursors', { p0: 1 });
    await leaveFirstEpoch();
    expect(await savedMeta(phone.db, 'epoch')).toBe('second');
    expect(await savedMeta(phone.db, 'cursors')).toEqual({ p0: 1 });
    expect(await phone.db.outbox.count()).toBe(1);
  });

  test('leaving an epoch drops only dependencies on writes that are no longer on this phone', async () => {
    const [lost, kept, unsent] = await phone.write(addComment('lost'), addComment('kept'), addComment('unsent'));
    const writeWithDeps = async (text: string, deps: string[]) => phone.write({ ...addComment(text), deps });
    await writeWithDeps('frozen', [lost!, kept!]);
    await accept();
    await writeWithDeps('waits', [lost!, unsent!]);
    await phone.db.history.delete(lost!);
    await leaveFirstEpoch();
    const entries = await outbox();
    const entryWith = (text: string) => entries.find((entry) => textOf(entry) === text)!;
    expect(entryWith('frozen').deps).toEqual([kept]);
    expect((JSON.parse(entryWith('frozen').frozen!) as PushOp).deps).toEqual([kept]);
    expect(entryWith('waits').deps).toEqual([unsent]);
    expect(entryWith('waits').frozen).toBeNull();
  });

  test('leaving an epoch does not queue an accepted write whose sent body was dropped', async () => {
    await phone.write(addComment('one'));
    const [entry] = await accept();
    const { sent: _, ...line } = (await phone.db.history.get(entry!.op_id))!;
    await phone.db.history.put(line);
    await leaveFirstEpoch();
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.db.history.toArray()).toEqual([line]);
  });
});

describe('a row with writes that are resent in a new epoch', () => {
  async function createRenamedTask(): Promise<string> {
    const draft = createTask('Meet Ivan');
    await phone.write(draft);
    await phone.write(renameTask(draft.id, 'Meet Olga'));
    await accept();
    return draft.id;
  }

  test('after leaving an epoch, applies only new writes to a row that contains the accepted writes', async () => {
    const id = await createRenamedTask();
    const row = (await phone.db.tasks.get(id))!;
    await phone.db.tasks.put({ ...row, title: 'Meet Lena', rev: 9 });
    await leaveFirstEpoch();
    await phone.write(startTask(id));
    expect(await phone.db.tasks.get(id)).toMatchObject({ title: 'Meet Lena', state: 'in_progress' });
    expect(await phone.db.base.get(['tasks', id])).toMatchObject({ row: { title: 'Meet Lena' } });
  });

  test("keeps a row missing from the new epoch's snapshot until its resent writes are rejected", async () => {
    const id = await createRenamedTask();
    await leaveFirstEpoch();
    await applySnapshot(phone.db, 'p0', snapshot(), null, anna, undefined);
    expect(await phone.db.tasks.get(id)).toMatchObject({ title: 'Meet Olga' });
    await enterSecondEpoch();
    const batch = await phone.claim();
    await respond(batch, [{ status: 404, code: 'not_found' }], 'second');
    expect(await phone.db.tasks.get(id)).toBeUndefined();
    expect(await phone.db.base.count()).toBe(0);
    expect((await outbox()).map(({ state }) => state)).toEqual(['rejected', 'blocked']);
  });

  test('keeps a row that the server had lost when its resent writes are accepted', async () => {
    const id = await createRenamedTask();
    const before = (await phone.db.tasks.get(id))!;
    await leaveFirstEpoch();
    await applySnapshot(phone.db, 'p0', snapshot(), null, anna, undefined);
    await enterSecondEpoch();
    const batch = await phone.claim();
    const row = (title: string, rev: number): Partial<PushResult> => ({ row: { ...before, title, rev }, rev });
    await respond(
      batch,
      [
        { status: 200, ...row('Meet Ivan', 1_001) },
        { status: 200, ...row('Meet Olga', 1_002) },
      ],
      'second',
    );
    expect(await phone.db.tasks.get(id)).toMatchObject({ title: 'Meet Olga', rev: 1_002 });
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.db.base.count()).toBe(0);
  });

  test('ignores the row in the response to a resent write that the server still had', async () => {
    const row = commentRow({ text: 'as it was then', rev: 3 });
    await phone.db.comments.put(row);
    await phone.write(editComment(row.id, 'mine'));
    await accept();
    await phone.db.comments.delete(row.id);
    await leaveFirstEpoch();
    await enterSecondEpoch();
    const batch = await phone.claim();
    await respond(batch, [{ status: 200, replayed: true, row, rev: 3 }], 'second');
    expect(await phone.db.comments.get(row.id)).toBeUndefined();
    expect(await phone.db.outbox.count()).toBe(0);
  });

  test('applies unsent writes to a row whose earlier writes are resent in a new epoch', async () => {
    const draft = createTask();
    await phone.write(draft, startTask(draft.id));
    await accept();
    await phone.write(pauseTask(draft.id));
    await leaveFirstEpoch();
    await applySnapshot(phone.db, 'p0', snapshot(), null, anna, undefined);
    expect(await phone.db.tasks.get(draft.id)).toMatchObject({ state: 'paused' });
  });
});

test('rejects a resent write if neither the server nor this phone still has its photo', async () => {
  await phone.write(addComment('with a photo'));
  const [claimed] = await phone.claim();
  await phone.db.outbox.put({ ...claimed!, blobs: ['sha'] });
  await respond([claimed!], [{ status: 200 }]);
  await leaveFirstEpoch();
  await enterSecondEpoch();
  await respond(await phone.claim(), [{ status: 424, code: 'blob_missing' }], 'second');
  expect(await outbox()).toMatchObject([
    { state: 'rejected', error: { code: 'blob_missing' }, accepted_at: iso(START) },
  ]);
});

describe('the receipt of a resent write', () => {
  test('the receipt of a resent write gets a new time only if the server had lost the write', async () => {
    await phone.write(addComment('kept'), addComment('lost'));
    const batch = await accept();
    await leaveFirstEpoch();
    await enterSecondEpoch();
    phone.clock.pass(HOUR);
    await respond(await phone.claim(), [{ status: 200, replayed: true }, { status: 200 }], 'second');
    const times = await Promise.all(batch.map(async ({ op_id }) => (await phone.db.history.get(op_id))?.server_time));
    expect(times).toEqual([iso(START), iso(START + HOUR)]);
  });
});

describe('replies from a server in another epoch', () => {
  test('ignores push results of another epoch and sends the write again', async () => {
    await phone.write(addComment('one'));
    const batch = await phone.claim();
    await leaveFirstEpoch();
    expect(await respond(batch, [{ status: 200 }], 'first')).toBe(false);
    expect(await phone.db.history.count()).toBe(0);
    expect(await phone.db.outbox.count()).toBe(1);
    await enterSecondEpoch();
    expect(await respond(batch, [{ status: 200 }], 'first')).toBe(false);
    expect(await respond(batch, [{ status: 200 }], 'second')).toBe(true);
    expect(await phone.db.history.count()).toBe(1);
  });
});
