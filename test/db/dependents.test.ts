import { describe, expect, test } from 'vitest';
import type { ChangesReply, PushResult } from '../../contract/sync.ts';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import { applyPushResults } from '../../src/db/outbox/apply-push-results.ts';
import { retryEntry, supersedeEntry } from '../../src/db/outbox/resolve.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { iso } from '../../src/lib/ports.ts';
import { addComment, createTask, editComment, makePhoneDb, START, startTask, taskRow } from '../helpers/phone.ts';

const reply = (change: Partial<ChangesReply>): ChangesReply => ({
  ...{ changes: [], acked: [], cursors: { p0: 7 }, has_more: false, server_time: iso(START) },
  ...change,
});

/**
 * Returns a phone after a pull has removed a task that was reassigned. The outbox contains a write to the task and two
 * writes to a comment that depend on it. The push of the first write has no response yet.
 */
async function phoneWithReassignedTask() {
  const phone = makePhoneDb();
  const task = taskRow();
  await phone.db.tasks.put(task);
  await saveMeta(phone.db, 'cursors', { p0: 1 });
  const comment = addComment();
  const [start] = await phone.write(startTask(task.id));
  const [behind] = await phone.write({ ...comment, deps: [start!] });
  const [edit] = await phone.write(editComment(comment.id, 'Changed'));
  const batch = (await phone.claim()).filter(({ op_id }) => op_id === start);
  // The lease has expired, so the pull treats the write as not being sent, although its push is still running.
  await phone.db.outbox.toCollection().modify({ state: 'waiting_dep', lease: null });
  const lost = reply({ changes: [{ c: 'tasks', op: 'gone', id: task.id, rev: 7, reason: 'access' }] });
  await applyChanges(phone.db, { p0: 1 }, lost, phone.deps());
  return { phone, comment, start: start!, behind: behind!, edit: edit!, batch };
}

const accept = (phone: ReturnType<typeof makePhoneDb>, batch: Parameters<typeof applyPushResults>[1]) => {
  const results: PushResult[] = batch.map(({ op_id }) => ({ op_id, status: 200, rev: 8 }));
  return applyPushResults(phone.db, batch, results, {
    ...{ outbox: phone.deps(), holder: 'tab', server_time: iso(START), backoff: () => 1_000 },
  });
};

describe('dependents of a write to a reassigned record', () => {
  test('blocks the dependents of a write to a reassigned record, and hides their rows', async () => {
    const { phone, comment } = await phoneWithReassignedTask();
    expect(await phone.states()).toEqual(['rejected', 'blocked', 'blocked']);
    expect(await phone.db.comments.get(comment.id)).toBeUndefined();
    expect(await phone.db.base.count()).toBe(0);
  });

  test('releases dependent writes when a late response accepts the write to the reassigned record', async () => {
    const { phone, comment, batch } = await phoneWithReassignedTask();
    await accept(phone, batch);
    expect(await phone.states()).toEqual(['queued', 'waiting_dep']);
    expect(await phone.db.comments.get(comment.id)).toMatchObject({ text: 'Changed' });
    expect((await phone.claim()).map(({ kind }) => kind)).toEqual(['comment.add', 'comment.edit']);
  });

  test('releases dependent writes when a pull acknowledges the write to the reassigned record', async () => {
    const { phone, comment, start } = await phoneWithReassignedTask();
    await applyChanges(phone.db, { p0: 7 }, reply({ acked: [start], cursors: { p0: 8 } }), phone.deps());
    expect(await phone.states()).toEqual(['queued', 'waiting_dep']);
    expect(await phone.db.comments.get(comment.id)).toMatchObject({ text: 'Changed' });
  });
});

describe('a write that depends on two stuck writes', () => {
  /** Returns a phone with a blocked write that depends on two writes in the given state. */
  async function phoneWithBlockedWrite(state: 'rejected' | 'parked') {
    const phone = makePhoneDb();
    const [first, second] = await phone.write(addComment(), addComment());
    const [task] = await phone.write({ ...createTask(), deps: [first!, second!] });
    await phone.db.outbox.where('op_id').anyOf(first!, second!).modify({ state });
    await phone.db.outbox.where('op_id').equals(task!).modify({ state: 'blocked' });
    return { phone, first: first!, second: second!, task: task! };
  }

  test('releases a write that depends on two parked writes only after both were retried', async () => {
    const { phone, first, second, task } = await phoneWithBlockedWrite('parked');
    await retryEntry(phone.db, first, phone.deps());
    expect((await phone.entry(task))?.state).toBe('blocked');
    expect(await phone.db.tasks.count()).toBe(0);
    await retryEntry(phone.db, second, phone.deps());
    expect((await phone.entry(task))?.state).toBe('waiting_dep');
    expect(await phone.db.tasks.count()).toBe(1);
  });

  test('retrying a stuck write does not block the dependents of another write that is in conflict', async () => {
    const { phone, first, task } = await phoneWithBlockedWrite('parked');
    const [conflict] = await phone.write(addComment());
    const [other] = await phone.write({ ...createTask(), deps: [conflict!] });
    await phone.db.outbox.where('op_id').equals(conflict!).modify({ state: 'conflict' });
    await retryEntry(phone.db, first, phone.deps());
    expect((await phone.entry(task))?.state).toBe('blocked');
    expect((await phone.entry(other!))?.state).toBe('queued');
  });

  test('releases a write that depends on two rejected writes only after both were replaced', async () => {
    const { phone, first, second, task } = await phoneWithBlockedWrite('rejected');
    const { args } = (await phone.entry(first))!;
    await supersedeEntry(phone.db, first, args, phone.deps());
    expect((await phone.entry(task))?.state).toBe('blocked');
    await supersedeEntry(phone.db, second, args, phone.deps());
    expect((await phone.entry(task))?.state).toBe('waiting_dep');
  });
});
