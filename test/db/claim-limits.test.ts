import { describe, expect, test } from 'vitest';
import { MAX_PUSH_BYTES } from '../../contract/sync.ts';
import { toPushOp, releaseClaims } from '../../src/db/outbox/claims.ts';
import { coalesceEntries } from '../../src/db/outbox/coalesce.ts';
import { isUndoable, type Entry } from '../../src/db/outbox/entry.ts';
import { discardEntry, undoEntry } from '../../src/db/outbox/undo.ts';
import { editContact, contactRow, photoFile, setPhoto } from '../helpers/contact-makers.ts';
import {
  addComment,
  anna,
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

const MINUTE = 60_000;
const idsOf = (batch: readonly Entry[]) => batch.map(({ op_id }) => op_id);

async function phoneWithComments(count: number) {
  const phone = makePhoneDb();
  const op_ids = await phone.write(...Array.from({ length: count }, (_, index) => addComment(`Comment ${index}`)));
  const change = async (index: number, fields: Partial<Entry>) =>
    phone.db.outbox.put({ ...(await phone.entry(op_ids[index]!))!, ...fields });
  return { ...phone, op_ids, change };
}

describe('a sent op', () => {
  test('a write is sent with all required fields, and with optional fields only if they are set', async () => {
    const { write, entry } = makePhoneDb();
    const draft = addComment('Hello');
    const [op_id] = await write(draft);
    const storedEntry = (await entry(op_id!))!;
    expect(toPushOp({ ...storedEntry, clock_offset_ms: 12.6 })).toEqual({
      ...{
        op_id,
        lane: storedEntry.lane,
        deps: [],
        kind: 'comment.add',
        v: storedEntry.v,
        entity: 'comments',
        id: draft.id,
      },
      ...{ base_rev: 0, args: storedEntry.args, base: null, at: new Date(START).toISOString(), clock_offset_ms: 13 },
    });
    const optionalFields = { atomic_group: newId(), supersedes: newId() };
    expect(toPushOp({ ...storedEntry, ...optionalFields })).toMatchObject(optionalFields);
  });
});

describe('a write that has to wait', () => {
  test('a delayed write is sent at its time and not a millisecond before', async () => {
    const { claim, change, clock } = await phoneWithComments(1);
    await change(0, { next_at: clock.now() + 1 });
    expect(await claim()).toEqual([]);
    clock.pass(1);
    expect(await claim()).toHaveLength(1);
  });

  test.each([
    [10 * MINUTE, 0],
    [10 * MINUTE + 1, 1],
  ])(
    'with a retry time %i ms ahead, sends %i writes, because an impossibly long wait means a changed clock',
    async (wait, count) => {
      const { claim, change, clock } = await phoneWithComments(1);
      await change(0, { next_at: clock.now() + wait });
      expect(await claim()).toHaveLength(count);
    },
  );

  test('a write waits for its files and is sent after the files are uploaded', async () => {
    const { db, write, claim, states } = makePhoneDb();
    const row = contactRow();
    await db.contacts.put(row);
    const file = photoFile();
    await write(setPhoto(row.id, file));
    expect(await claim()).toEqual([]);
    expect(await states()).toEqual(['waiting_dep']);
    await db.blobs.update(file.sha256, { sent_at: START });
    expect(await claim()).toHaveLength(1);
  });

  test('sends a write whose file is no longer on the phone, so that the server decides', async () => {
    const { db, write, claim } = makePhoneDb();
    const row = contactRow();
    await db.contacts.put(row);
    await write(setPhoto(row.id));
    await db.blobs.clear();
    expect(await claim()).toHaveLength(1);
  });
});

describe('the order of a batch', () => {
  test('sends prioritised writes first', async () => {
    const { claim, change, op_ids } = await phoneWithComments(3);
    await change(2, { priority: 1 });
    expect(idsOf(await claim())).toEqual([op_ids[2], op_ids[0], op_ids[1]]);
  });

  test('sends no other write of a record while one of its writes is being sent', async () => {
    const { write, claim } = makePhoneDb();
    const draft = addComment();
    await write(draft);
    await claim();
    await write(editComment(draft.id, 'Better'));
    expect(await claim({ holder: 'other tab' })).toEqual([]);
  });

  test('estimates the size of a write as two bytes per character plus 400 characters of overhead', async () => {
    const { db, claim, change, op_ids } = await phoneWithComments(2);
    const sizes = async (first: number, second: number) => {
      await change(0, { size_bytes: first, frozen: null, state: 'queued', lease: null });
      await change(1, { size_bytes: second, frozen: null, state: 'queued', lease: null });
      const batch = await claim();
      await releaseClaims(db, batch, 'tab', 'none');
      return batch.length;
    };
    const space = (MAX_PUSH_BYTES - 100) / 2 - 800;
    expect(await sizes(1000, Math.floor(space) - 1000)).toBe(2);
    expect(await sizes(1000, Math.floor(space) - 999)).toBe(1);
    expect(op_ids).toHaveLength(2);
  });

  test('fills a batch up to its limit and never splits an atomic group', async () => {
    const { write, claim } = makePhoneDb();
    const atomic_group = newId();
    const [first] = await write(addComment());
    await write({ ...addComment(), atomic_group }, { ...addComment(), atomic_group });
    expect(idsOf(await claim({ max_ops: 2 }))).toEqual([first]);
    expect(await claim({ max_ops: 2, holder: 'other' })).toHaveLength(2);
  });
});

describe('leases in the tab that holds the sync lock', () => {
  test('does not claim writes that another batch of the same tab has in flight', async () => {
    const { claim, op_ids } = await phoneWithComments(2);
    const [first] = await claim({ max_ops: 1 });
    const inFlight = new Set([first!.op_id]);
    expect(idsOf(await claim({ hasLock: true, inFlight }))).toEqual([op_ids[1]]);
    expect(idsOf(await claim({ hasLock: true, inFlight: new Set() }))).toEqual(op_ids);
  });
});

describe('a released batch', () => {
  test('releasing a batch counts a failed attempt for each write that is still being sent', async () => {
    const { db, claim, entry, op_ids, change } = await phoneWithComments(2);
    const batch = await claim();
    await change(1, { state: 'parked' });
    await releaseClaims(db, batch, 'tab', 'failed');
    expect(await entry(op_ids[0]!)).toMatchObject({ state: 'queued', lease: null, attempts_net: 1 });
    expect(await entry(op_ids[1]!)).toMatchObject({ state: 'parked', attempts_net: 0 });
    await releaseClaims(db, await claim(), 'tab', 'failed');
    expect(await entry(op_ids[0]!)).toMatchObject({ attempts_net: 2 });
  });
});

describe('undoing', () => {
  test('a write can be undone only while it waits and was never sent', async () => {
    const { entry, op_ids } = await phoneWithComments(1);
    const storedEntry = (await entry(op_ids[0]!))!;
    const canUndo = (change: Partial<Entry>) => isUndoable({ ...storedEntry, ...change });
    expect([canUndo({}), canUndo({ state: 'waiting_dep' })]).toEqual([true, true]);
    for (const state of ['sending', 'conflict', 'rejected', 'parked', 'blocked'] as const)
      expect(canUndo({ state })).toBe(false);
    expect(canUndo({ frozen: '{}' })).toBe(false);
  });

  test('undo also removes writes that are impossible without the undone write', async () => {
    const { db, write, claim, states } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [start] = await write(startTask(task.id), pauseTask(task.id));
    const [rename] = await write(renameTask(task.id, 'Another title'));
    expect(await undoEntry(db, 'unknown', anna)).toBe(false);
    expect(await undoEntry(db, start!, anna)).toBe(true);
    expect((await db.outbox.toArray()).map(({ op_id }) => op_id)).toEqual([rename]);
    expect((await db.tasks.get(task.id))?.state).toBe('planned');
    const [first] = await write(createTask());
    await claim();
    await write({ ...createTask(), deps: [first!] });
    expect(await undoEntry(db, first!, anna)).toBe(false);
    expect(await states()).toHaveLength(3);
  });

  test('undoing one write of an atomic group undoes the entire group', async () => {
    const { db, write, states } = makePhoneDb();
    const atomic_group = newId();
    const [first] = await write({ ...addComment(), atomic_group }, { ...addComment(), atomic_group });
    await write(addComment('Alone'));
    expect(await undoEntry(db, first!, anna)).toBe(true);
    expect(await states()).toEqual(['queued']);
    expect((await db.comments.toArray()).map(({ text }) => text)).toEqual(['Alone']);
  });

  test('discarding does nothing while the write or one of its dependents is being sent', async () => {
    const { db, states, change, op_ids } = await phoneWithComments(2);
    await change(0, { state: 'sending' });
    await discardEntry(db, op_ids[0]!, anna);
    expect(await states()).toEqual(['sending', 'queued']);
    await change(0, { state: 'rejected' });
    await change(1, { deps: [op_ids[0]!], state: 'sending' });
    await discardEntry(db, op_ids[0]!, anna);
    expect(await states()).toEqual(['rejected', 'sending']);
    await change(1, { state: 'blocked' });
    await discardEntry(db, op_ids[0]!, anna);
    expect(await states()).toEqual([]);
  });
});

describe('merging writes', () => {
  async function coalesceEdits(...change: Partial<Entry>[]) {
    const { db, write, entry } = makePhoneDb();
    const row = contactRow();
    await db.contacts.put(row);
    const op_ids = await write(editContact(row.id, { city: 'Bonn' }), editContact(row.id, { city: 'Ulm' }));
    for (const [index, fields] of change.entries())
      await db.outbox.put({ ...(await entry(op_ids[index]!))!, ...fields });
    await coalesceEntries(db, anna);
    return db.outbox.orderBy('seq').toArray();
  }

  test('a merged write stores the size of its merged arguments', async () => {
    const [mergedEntry, ...others] = await coalesceEdits();
    expect(others).toEqual([]);
    expect(mergedEntry?.size_bytes).toBe(JSON.stringify(mergedEntry?.args).length);
  });

  test.each([
    ['a replacement for a refused write', { supersedes: newId() }],
    ['waiting for a file', { blobs: ['a'.repeat(64)] }],
    ['already sent', { frozen: '{}' }],
    ['part of an atomic group', { atomic_group: newId() }],
    ['waiting for a decision by the user', { state: 'parked' as const }],
  ])('never merges a write with one that is %s', async (_, fields) => {
    expect(await coalesceEdits(fields)).toHaveLength(2);
    expect(await coalesceEdits({}, fields)).toHaveLength(2);
  });

  test('never merges a write with a dependency into one without that dependency', async () => {
    expect(await coalesceEdits({}, { deps: [newId()] })).toHaveLength(2);
    const dependency = newId();
    expect(await coalesceEdits({ deps: [dependency] }, { deps: [dependency] })).toHaveLength(1);
  });
});
