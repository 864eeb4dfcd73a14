import { describe, expect, test } from 'vitest';
import { Refused } from '../../contract/errors.ts';
import { retryEntry } from '../../src/db/outbox/resolve.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { iso } from '../../src/lib/ports.ts';
import { discardEntry, undoEntry } from '../../src/db/outbox/undo.ts';
import {
  addComment,
  anna,
  commentRow,
  createTask,
  editComment,
  makePhoneDb,
  newId,
  pauseTask,
  renameTask,
  START,
  startTask,
  taskRow,
} from '../helpers/phone.ts';

describe('enqueueing a write', () => {
  test('saving a write shows the changed row and queues the write immediately', async () => {
    const { db, write, entry } = makePhoneDb();
    const draft = addComment('Hello');
    const [op_id] = await write(draft);
    expect((await db.comments.get(draft.id))?.text).toBe('Hello');
    expect(await entry(op_id!)).toMatchObject({ state: 'queued', lane: `comments:${draft.id}`, base_rev: 0 });
    expect(await db.base.get(['comments', draft.id])).toEqual({ entity: 'comments', id: draft.id, row: null });
  });

  test('rejects an illegal write together with the writes queued with it, and stores nothing', async () => {
    const { db, write } = makePhoneDb();
    const finished = taskRow({ state: 'completed', closed_at: '2026-03-01T08:00:00.000Z' });
    await db.tasks.put(finished);
    const comment = addComment();
    const refused = write(comment, startTask(finished.id));
    await expect(refused).rejects.toThrow(Refused);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.comments.count()).toBe(0);
    expect(await db.base.count()).toBe(0);
    expect(await db.tasks.get(finished.id)).toEqual(finished);
  });

  test('rejects a write with invalid arguments before anything is stored', async () => {
    const { db, write } = makePhoneDb();
    await expect(write(addComment('   '))).rejects.toThrow();
    expect(await db.outbox.count()).toBe(0);
    expect(await db.comments.count()).toBe(0);
  });

  test('refuses all writes of a call if one of them needs more than the documented calls and the server has only those', async () => {
    const { db, write } = makePhoneDb();
    const [task, comment] = [createTask(), commentRow()];
    await db.comments.put(comment);
    const drafts = [task, { kind: 'comment.delete', id: comment.id, args: { at: iso(START) } } as const];
    await saveMeta(db, 'documented', true);
    await expect(write(...drafts)).rejects.toThrow('not_offered');
    expect(await db.outbox.count()).toBe(0);
    await write(task);
    expect(await db.outbox.count()).toBe(1);
  });

  test('a patch stores the replaced values and the revision of the row', async () => {
    const { db, write, entry } = makePhoneDb();
    const task = taskRow({ rev: 7 });
    await db.tasks.put(task);
    const [first, second] = await write(renameTask(task.id, 'Meet Olga'), renameTask(task.id, 'Meet Pavel'));
    expect(await entry(first!)).toMatchObject({ base: { title: 'Meet Ivan' }, base_rev: 7 });
    expect(await entry(second!)).toMatchObject({ base: { title: 'Meet Olga' }, base_rev: 7 });
  });

  test('lets a write depend on an earlier one that is queued in the same call', async () => {
    const { write, entry } = makePhoneDb();
    const [first, second] = await write(createTask(), { ...createTask(), deps: ['#0'] });
    expect((await entry(second!))?.deps).toEqual([first]);
  });

  test('shows a row as the server has it, with the waiting writes applied in order', async () => {
    const { db, write } = makePhoneDb();
    const task = taskRow({ place: 'Café' });
    await db.tasks.put(task);
    await write(renameTask(task.id, 'Meet Olga'), startTask(task.id), pauseTask(task.id));
    expect(await db.tasks.get(task.id)).toMatchObject({ title: 'Meet Olga', place: 'Café', state: 'paused' });
    expect((await db.base.get(['tasks', task.id]))?.row).toEqual(task);
  });
});

describe('undo', () => {
  test('undo removes one write and keeps the others of its row', async () => {
    const { db, write } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [rename] = await write(renameTask(task.id, 'Meet Olga'), startTask(task.id));
    expect(await undoEntry(db, rename!, anna)).toBe(true);
    expect(await db.tasks.get(task.id)).toMatchObject({ title: 'Meet Ivan', state: 'in_progress' });
    expect(await db.outbox.count()).toBe(1);
  });

  test('undoing the only write to a row restores the row and deletes the stored server version', async () => {
    const { db, write } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [op_id] = await write(renameTask(task.id, 'Meet Olga'));
    expect(await undoEntry(db, op_id!, anna)).toBe(true);
    expect(await db.tasks.get(task.id)).toEqual(task);
    expect(await db.base.count()).toBe(0);
  });

  test('undo removes dependent writes too', async () => {
    const { db, write } = makePhoneDb();
    const [running, next] = [taskRow({ state: 'in_progress' }), taskRow()];
    await db.tasks.bulkPut([running, next]);
    const [pause] = await write(pauseTask(running.id), { ...startTask(next.id), deps: ['#0'] });
    expect(await undoEntry(db, pause!, anna)).toBe(true);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.tasks.get(next.id)).toEqual(next);
    expect(await db.tasks.get(running.id)).toEqual(running);
  });

  test('undoing a create removes every later write of its row', async () => {
    const { db, write } = makePhoneDb();
    const draft = addComment('Hello');
    const [create] = await write(draft);
    await write(editComment(draft.id, 'Hello all'));
    expect(await undoEntry(db, create!, anna)).toBe(true);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.comments.count()).toBe(0);
    expect(await db.base.count()).toBe(0);
  });

  test('undo also removes later writes that are impossible without the undone write', async () => {
    const { db, write } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [start] = await write(startTask(task.id));
    await write(pauseTask(task.id), renameTask(task.id, 'Meet Olga'));
    expect(await undoEntry(db, start!, anna)).toBe(true);
    expect((await db.outbox.toArray()).map((entry) => entry.kind)).toEqual(['task.edit']);
    expect(await db.tasks.get(task.id)).toMatchObject({ state: 'planned', title: 'Meet Olga' });
  });

  test('undo does nothing after the write was sent, even if it was queued again', async () => {
    const { db, write, claim, entry } = makePhoneDb();
    const [op_id] = await write(addComment());
    await claim();
    expect(await undoEntry(db, op_id!, anna)).toBe(false);
    await db.outbox.put({ ...(await entry(op_id!))!, state: 'queued', lease: null });
    expect(await undoEntry(db, op_id!, anna)).toBe(false);
    expect(await db.outbox.count()).toBe(1);
    expect(await db.comments.count()).toBe(1);
  });

  test('undo does nothing when a dependent write was already sent', async () => {
    const { db, write, entry } = makePhoneDb();
    const draft = addComment();
    const [create] = await write(draft);
    const [edit] = await write(editComment(draft.id, 'Hello all'));
    await db.outbox.put({ ...(await entry(edit!))!, frozen: '{}' });
    expect(await undoEntry(db, create!, anna)).toBe(false);
    expect(await db.outbox.count()).toBe(2);
  });

  test('undo reports a failure when the write no longer exists', async () => {
    expect(await undoEntry(makePhoneDb().db, newId(), anna)).toBe(false);
  });
});

describe('discarding a rejected write', () => {
  test('discarding a rejected write removes the writes blocked by it and keeps the others', async () => {
    const { db, write, entry } = makePhoneDb();
    const draft = addComment('Refused');
    const other = addComment('Other');
    const [create] = await write(draft);
    await write(editComment(draft.id, 'Refused again'), { ...createTask(), deps: [create!] }, other);
    await db.outbox.put({ ...(await entry(create!))!, state: 'rejected' });
    await discardEntry(db, create!, anna);
    expect((await db.outbox.toArray()).map((kept) => kept.entity_id)).toEqual([other.id]);
    expect(await db.comments.get(draft.id)).toBeUndefined();
    expect(await db.tasks.count()).toBe(0);
    expect((await db.comments.get(other.id))?.text).toBe('Other');
  });

  test('a write cannot be discarded while it is being sent', async () => {
    const { db, write, claim } = makePhoneDb();
    const [op_id] = await write(addComment());
    await claim();
    await discardEntry(db, op_id!, anna);
    expect(await db.outbox.count()).toBe(1);
  });

  test("shows the server's row after a conflicting write was discarded", async () => {
    const { db, write, entry } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [op_id] = await write(renameTask(task.id, 'Meet Olga'));
    await db.outbox.put({ ...(await entry(op_id!))!, state: 'conflict' });
    await discardEntry(db, op_id!, anna);
    expect(await db.tasks.get(task.id)).toEqual(task);
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('retrying a stuck write', () => {
  test('a retried write keeps its id and bytes, and its dependents wait for it again', async () => {
    const { db, write, entry, claim, states, deps } = makePhoneDb();
    const [create] = await write(createTask());
    const [second] = await write({ ...createTask(), deps: [create!] });
    await write({ ...addComment(), deps: [second!] });
    const [sent] = await claim({ max_ops: 1 });
    await db.outbox.put({ ...sent!, state: 'parked', lease: null, attempts_srv: 8 });
    for (const waiting of await db.outbox.where('state').equals('queued').toArray())
      await db.outbox.put({ ...waiting, state: 'blocked' });
    await retryEntry(db, create!, deps());
    expect(await states()).toEqual(['queued', 'waiting_dep', 'waiting_dep']);
    expect(await entry(create!)).toMatchObject({ attempts_srv: 0, error: null, frozen: sent!.frozen });
    const batch = await claim();
    expect(batch.map((claimed) => claimed.op_id)[0]).toBe(create);
    expect(batch).toHaveLength(3);
    expect(batch[0]?.frozen).toBe(sent!.frozen);
  });

  test('a retry leaves a rejected write unchanged', async () => {
    const { db, write, entry, states, deps } = makePhoneDb();
    const [op_id] = await write(addComment());
    await db.outbox.put({ ...(await entry(op_id!))!, state: 'rejected' });
    await retryEntry(db, op_id!, deps());
    expect(await states()).toEqual(['rejected']);
  });

  test('applies a blocked write again when the write that it depends on is retried', async () => {
    const { db, write, entry, deps } = makePhoneDb();
    const [draft, other] = [addComment(), commentRow()];
    await db.comments.put(other);
    const [cause] = await write(draft);
    const [blocked] = await write({ ...editComment(other.id, 'New words'), deps: [cause!] });
    await db.outbox.put({ ...(await entry(cause!))!, state: 'parked' });
    await db.outbox.put({ ...(await entry(blocked!))!, state: 'blocked' });
    await db.base.delete(['comments', other.id]);
    await db.comments.put(other);
    await retryEntry(db, cause!, deps());
    expect((await db.comments.get(other.id))?.text).toBe('New words');
  });
});
