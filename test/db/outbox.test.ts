import { describe, expect, test } from 'vitest';
import { Refused } from '../../contract/errors.ts';
import { retry } from '../../src/db/outbox/resolve.ts';
import { discard, undo } from '../../src/db/outbox/undo.ts';
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
  startTask,
  taskRow,
} from '../helpers/phone.ts';

describe('saving a write', () => {
  test('shows the row and queues the write at once', async () => {
    const { db, write, entry } = makePhoneDb();
    const draft = addComment('Hello');
    const [op_id] = await write(draft);
    expect((await db.comments.get(draft.id))?.text).toBe('Hello');
    expect(await entry(op_id!)).toMatchObject({ state: 'queued', lane: `comments:${draft.id}`, base_rev: 0 });
    expect(await db.base.get(['comments', draft.id])).toEqual({ entity: 'comments', id: draft.id, row: null });
  });

  test('an illegal step leaves neither a row nor an entry, and takes the writes beside it along', async () => {
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

  test('bad words are refused before anything is written', async () => {
    const { db, write } = makePhoneDb();
    await expect(write(addComment('   '))).rejects.toThrow();
    expect(await db.outbox.count()).toBe(0);
    expect(await db.comments.count()).toBe(0);
  });

  test('a patch remembers the old values of what it changes, and the server’s version', async () => {
    const { db, write, entry } = makePhoneDb();
    const task = taskRow({ rev: 7 });
    await db.tasks.put(task);
    const [first, second] = await write(renameTask(task.id, 'Meet Olga'), renameTask(task.id, 'Meet Pavel'));
    expect(await entry(first!)).toMatchObject({ base: { title: 'Meet Ivan' }, base_rev: 7 });
    expect(await entry(second!)).toMatchObject({ base: { title: 'Meet Olga' }, base_rev: 7 });
  });

  test('a write may depend on an earlier one of the same call', async () => {
    const { write, entry } = makePhoneDb();
    const [first, second] = await write(createTask(), { ...createTask(), deps: ['#0'] });
    expect((await entry(second!))?.deps).toEqual([first]);
  });

  test('the screen shows the server’s row with the waiting writes on top, in their order', async () => {
    const { db, write } = makePhoneDb();
    const task = taskRow({ place: 'Café' });
    await db.tasks.put(task);
    await write(renameTask(task.id, 'Meet Olga'), startTask(task.id), pauseTask(task.id));
    expect(await db.tasks.get(task.id)).toMatchObject({ title: 'Meet Olga', place: 'Café', state: 'paused' });
    expect((await db.base.get(['tasks', task.id]))?.row).toEqual(task);
  });
});

describe('undo', () => {
  test('takes one write back and leaves the others of its row', async () => {
    const { db, write } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [rename] = await write(renameTask(task.id, 'Meet Olga'), startTask(task.id));
    expect(await undo(db, rename!, anna)).toBe(true);
    expect(await db.tasks.get(task.id)).toMatchObject({ title: 'Meet Ivan', state: 'in_progress' });
    expect(await db.outbox.count()).toBe(1);
  });

  test('of the only write brings back the row as it was and forgets the copy aside', async () => {
    const { db, write } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [op_id] = await write(renameTask(task.id, 'Meet Olga'));
    expect(await undo(db, op_id!, anna)).toBe(true);
    expect(await db.tasks.get(task.id)).toEqual(task);
    expect(await db.base.count()).toBe(0);
  });

  test('takes what depends on it along', async () => {
    const { db, write } = makePhoneDb();
    const [running, next] = [taskRow({ state: 'in_progress' }), taskRow()];
    await db.tasks.bulkPut([running, next]);
    const [pause] = await write(pauseTask(running.id), { ...startTask(next.id), deps: ['#0'] });
    expect(await undo(db, pause!, anna)).toBe(true);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.tasks.get(next.id)).toEqual(next);
    expect(await db.tasks.get(running.id)).toEqual(running);
  });

  test('of a create takes every later write of the row along', async () => {
    const { db, write } = makePhoneDb();
    const draft = addComment('Hello');
    const [create] = await write(draft);
    await write(editComment(draft.id, 'Hello all'));
    expect(await undo(db, create!, anna)).toBe(true);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.comments.count()).toBe(0);
    expect(await db.base.count()).toBe(0);
  });

  test('takes later steps of the row along that are impossible without it', async () => {
    const { db, write } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [start] = await write(startTask(task.id));
    await write(pauseTask(task.id), renameTask(task.id, 'Meet Olga'));
    expect(await undo(db, start!, anna)).toBe(true);
    expect((await db.outbox.toArray()).map((entry) => entry.kind)).toEqual(['task.edit']);
    expect(await db.tasks.get(task.id)).toMatchObject({ state: 'planned', title: 'Meet Olga' });
  });

  test('does nothing once the write was on its way, even after it came back into the queue', async () => {
    const { db, write, claim, entry } = makePhoneDb();
    const [op_id] = await write(addComment());
    await claim();
    expect(await undo(db, op_id!, anna)).toBe(false);
    await db.outbox.put({ ...(await entry(op_id!))!, state: 'queued', lease: null });
    expect(await undo(db, op_id!, anna)).toBe(false);
    expect(await db.outbox.count()).toBe(1);
    expect(await db.comments.count()).toBe(1);
  });

  test('does nothing when a write that hangs on it was already sent', async () => {
    const { db, write, entry } = makePhoneDb();
    const draft = addComment();
    const [create] = await write(draft);
    const [edit] = await write(editComment(draft.id, 'Hello all'));
    await db.outbox.put({ ...(await entry(edit!))!, frozen: '{}' });
    expect(await undo(db, create!, anna)).toBe(false);
    expect(await db.outbox.count()).toBe(2);
  });

  test('of a write that is gone says no', async () => {
    expect(await undo(makePhoneDb().db, newId(), anna)).toBe(false);
  });
});

describe('giving up a refused write', () => {
  test('removes it with what is blocked behind it and leaves the rest', async () => {
    const { db, write, entry } = makePhoneDb();
    const draft = addComment('Refused');
    const other = addComment('Other');
    const [create] = await write(draft);
    await write(editComment(draft.id, 'Refused again'), { ...createTask(), deps: [create!] }, other);
    await db.outbox.put({ ...(await entry(create!))!, state: 'rejected' });
    await discard(db, create!, anna);
    expect((await db.outbox.toArray()).map((kept) => kept.entity_id)).toEqual([other.id]);
    expect(await db.comments.get(draft.id)).toBeUndefined();
    expect(await db.tasks.count()).toBe(0);
    expect((await db.comments.get(other.id))?.text).toBe('Other');
  });

  test('is not possible while it is on its way', async () => {
    const { db, write, claim } = makePhoneDb();
    const [op_id] = await write(addComment());
    await claim();
    await discard(db, op_id!, anna);
    expect(await db.outbox.count()).toBe(1);
  });

  test('a conflict given up shows the server’s row', async () => {
    const { db, write, entry } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [op_id] = await write(renameTask(task.id, 'Meet Olga'));
    await db.outbox.put({ ...(await entry(op_id!))!, state: 'conflict' });
    await discard(db, op_id!, anna);
    expect(await db.tasks.get(task.id)).toEqual(task);
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('trying a stuck write again', () => {
  test('it goes with the same key and bytes, and all that was blocked behind it waits for it again', async () => {
    const { db, write, entry, claim, states, deps } = makePhoneDb();
    const [create] = await write(createTask());
    const [second] = await write({ ...createTask(), deps: [create!] });
    await write({ ...addComment(), deps: [second!] });
    const [sent] = await claim({ max_ops: 1 });
    await db.outbox.put({ ...sent!, state: 'parked', lease: null, attempts_srv: 8 });
    for (const waiting of await db.outbox.where('state').equals('queued').toArray())
      await db.outbox.put({ ...waiting, state: 'blocked' });
    await retry(db, create!, deps());
    expect(await states()).toEqual(['queued', 'waiting_dep', 'waiting_dep']);
    expect(await entry(create!)).toMatchObject({ attempts_srv: 0, error: null, frozen: sent!.frozen });
    const batch = await claim();
    expect(batch.map((claimed) => claimed.op_id)[0]).toBe(create);
    expect(batch).toHaveLength(3);
    expect(batch[0]?.frozen).toBe(sent!.frozen);
  });

  test('a refused write is left as it is', async () => {
    const { db, write, entry, states, deps } = makePhoneDb();
    const [op_id] = await write(addComment());
    await db.outbox.put({ ...(await entry(op_id!))!, state: 'rejected' });
    await retry(db, op_id!, deps());
    expect(await states()).toEqual(['rejected']);
  });

  test('a blocked write is shown again on top of the server’s row', async () => {
    const { db, write, entry, deps } = makePhoneDb();
    const [draft, other] = [addComment(), commentRow()];
    await db.comments.put(other);
    const [cause] = await write(draft);
    const [blocked] = await write({ ...editComment(other.id, 'New words'), deps: [cause!] });
    await db.outbox.put({ ...(await entry(cause!))!, state: 'parked' });
    await db.outbox.put({ ...(await entry(blocked!))!, state: 'blocked' });
    await db.base.delete(['comments', other.id]);
    await db.comments.put(other);
    await retry(db, cause!, deps());
    expect((await db.comments.get(other.id))?.text).toBe('New words');
  });
});
