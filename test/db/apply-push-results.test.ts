import { describe, expect, test } from 'vitest';
import type { PushResult } from '../../contract/sync.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { outcomeOf, applyPushResults } from '../../src/db/outbox/apply-push-results.ts';
import { iso } from '../../src/lib/ports.ts';
import {
  addComment,
  commentRow,
  createTask,
  editComment,
  makePhoneDb,
  renameTask,
  startTask,
  START,
  taskRow,
  type TestPhoneDb,
} from '../helpers/phone.ts';

const DAY = 24 * 3_600_000;

function applyResults(
  phone: TestPhoneDb,
  batch: readonly Entry[],
  results: PushResult[],
  holder = 'tab',
): Promise<boolean> {
  const now = phone.clock.now();
  return applyPushResults(phone.db, batch, results, {
    outbox: phone.deps(),
    holder,
    server_time: iso(now),
    backoff: () => 1_000,
  });
}

type Row = [status: number, code: PushResult['code'] | undefined, outcome: string, state: string];

const table: Row[] = [
  [200, undefined, 'acked', 'gone'],
  [400, 'invalid', 'parked', 'parked'],
  [401, 'unauthorized', 'retry', 'queued'],
  [403, 'blocked', 'retry', 'queued'],
  [403, 'device_revoked', 'retry', 'queued'],
  [403, 'forbidden', 'rejected', 'rejected'],
  [404, 'not_found', 'rejected', 'rejected'],
  [404, 'access_lost', 'access_lost', 'rejected'],
  [409, 'conflict', 'conflict', 'conflict'],
  [409, 'task_state', 'rejected', 'rejected'],
  [409, 'op_in_progress', 'retry', 'queued'],
  [410, undefined, 'rejected', 'rejected'],
  [410, 'record_deleted', 'conflict', 'conflict'],
  [412, 'version_mismatch', 'conflict', 'conflict'],
  [413, 'too_large', 'parked', 'parked'],
  [422, 'slice_invalid', 'rejected', 'rejected'],
  [424, 'skipped', 'skipped', 'queued'],
  [425, undefined, 'failed', 'queued'],
  [429, 'too_many_requests', 'failed', 'queued'],
  [500, 'internal', 'failed', 'queued'],
  [503, 'unavailable', 'failed', 'queued'],
];

describe('meaning of a push result', () => {
  test.each(table)(
    'a push result with status %i and code %s has the outcome "%s", after which the write is %s',
    async (status, code, outcome, state) => {
      const phone = makePhoneDb();
      const [op_id] = await phone.write(addComment());
      const result: PushResult = { op_id: op_id!, status, ...(code && { code }) };
      expect(outcomeOf(result)).toBe(outcome);
      await applyResults(phone, await phone.claim(), [result]);
      const storedEntry = await phone.entry(op_id!);
      expect(storedEntry?.state ?? 'gone').toBe(state);
      expect(storedEntry?.lease ?? null).toBeNull();
      if (['rejected', 'conflict', 'parked'].includes(state))
        expect(storedEntry?.error).toMatchObject({ status, code: code ?? null });
      if (state === 'queued') expect(storedEntry?.next_at).toBe(phone.clock.now() + 1_000);
    },
  );

  test('queues a write again if the reply contains no result for it', async () => {
    const phone = makePhoneDb();
    const [first, second] = await phone.write(addComment(), addComment());
    await applyResults(phone, await phone.claim(), [{ op_id: first!, status: 200, rev: 2 }]);
    expect(await phone.entry(first!)).toBeUndefined();
    expect(await phone.entry(second!)).toMatchObject({ state: 'queued', attempts_net: 1 });
  });
});

describe('acknowledging a write', () => {
  test("acknowledging a write stores the server's row, removes the outbox entry and stores a receipt", async () => {
    const phone = makePhoneDb();
    const draft = { ...addComment('Hello'), title: 'Comment' };
    const [op_id] = await phone.write(draft);
    const row = commentRow({ id: draft.id, rev: 5, text: 'Hello', created_at: iso(START + 700) });
    await applyResults(phone, await phone.claim(), [{ op_id: op_id!, status: 200, row, rev: 5 }]);
    expect(await phone.db.comments.get(draft.id)).toEqual(row);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.db.base.count()).toBe(0);
    expect(await phone.db.history.get(op_id!)).toMatchObject({ title: 'Comment', rev: 5, server_time: iso(START) });
  });

  test("stores the server's row even if the response only repeats an earlier one that was lost", async () => {
    const phone = makePhoneDb();
    const draft = addComment('Hello');
    const [op_id] = await phone.write(draft);
    const row = commentRow({ id: draft.id, rev: 9, text: 'As the server keeps it' });
    await applyResults(phone, await phone.claim(), [{ op_id: op_id!, status: 200, row, rev: 9, replayed: true }]);
    expect(await phone.db.comments.get(draft.id)).toEqual(row);
  });

  test('applies later writes to the row that the server returns with an acknowledgement', async () => {
    const phone = makePhoneDb();
    const draft = addComment('Hello');
    const [create] = await phone.write(draft);
    const batch = await phone.claim();
    await phone.write(editComment(draft.id, 'Hello all'));
    const row = commentRow({ id: draft.id, rev: 5, text: 'Hello' });
    await applyResults(phone, batch, [{ op_id: create!, status: 200, row, rev: 5 }]);
    expect(await phone.db.comments.get(draft.id)).toMatchObject({ text: 'Hello all', rev: 5 });
    expect((await phone.db.base.get(['comments', draft.id]))?.row).toEqual(row);
  });

  test('removes a row if an acknowledgement says that the server no longer has it', async () => {
    const phone = makePhoneDb();
    const row = commentRow({ rev: 3 });
    await phone.db.comments.put(row);
    const [op_id] = await phone.write(editComment(row.id, 'New'));
    await applyResults(phone, await phone.claim(), [{ op_id: op_id!, status: 200, row: null, rev: 6 }]);
    expect(await phone.db.comments.get(row.id)).toBeUndefined();
  });

  test('an acknowledgement does not restore a row that a pull has deleted since', async () => {
    const phone = makePhoneDb();
    const draft = addComment();
    const [op_id] = await phone.write(draft);
    const batch = await phone.claim();
    await saveMeta(phone.db, 'cursors', { p0: 9, p1: 9, p2: 9, p3: 9 });
    const row = commentRow({ id: draft.id, rev: 5 });
    await applyResults(phone, batch, [{ op_id: op_id!, status: 200, row, rev: 5 }]);
    expect(await phone.db.comments.get(draft.id)).toBeUndefined();
    expect(await phone.db.outbox.count()).toBe(0);
  });

  test('an acknowledgement does not replace a row with an older version', async () => {
    const phone = makePhoneDb();
    const row = commentRow({ rev: 9, text: 'Newest' });
    await phone.db.comments.put(row);
    const [op_id] = await phone.write(editComment(row.id, 'Mine'));
    const older = { ...row, rev: 4, text: 'Older' };
    await applyResults(phone, await phone.claim(), [{ op_id: op_id!, status: 200, row: older, rev: 4 }]);
    expect(await phone.db.comments.get(row.id)).toEqual(row);
  });

  test('releases the writes that waited for an acknowledged write', async () => {
    const phone = makePhoneDb();
    const [first] = await phone.write(createTask());
    const [second] = await phone.write({ ...createTask(), deps: [first!] });
    await phone.db.outbox.put({ ...(await phone.entry(second!))!, state: 'waiting_dep' });
    await applyResults(phone, await phone.claim({ max_ops: 1 }), [{ op_id: first!, status: 200, rev: 2 }]);
    expect(await phone.entry(second!)).toMatchObject({ state: 'queued' });
  });

  test('accepts the acknowledgement, but not the rejection, of a write that another tab has claimed', async () => {
    const phone = makePhoneDb();
    const [first, second] = await phone.write(addComment(), addComment());
    const batch = await phone.claim();
    await phone.claim({ holder: 'other tab', hasLock: true });
    await applyResults(phone, batch, [
      { op_id: first!, status: 200, rev: 2 },
      { op_id: second!, status: 404, code: 'not_found' },
    ]);
    expect(await phone.entry(first!)).toBeUndefined();
    expect(await phone.entry(second!)).toMatchObject({ state: 'sending', lease: { holder: 'other tab' } });
  });
});

describe('rejecting a write', () => {
  test('hides the row of a rejected create, and blocks the writes that depend on it', async () => {
    const phone = makePhoneDb();
    const draft = addComment('Refused');
    const [create] = await phone.write(draft);
    const [edit] = await phone.write(editComment(draft.id, 'Refused too'));
    const [hanging] = await phone.write({ ...createTask(), deps: [create!] });
    await applyResults(phone, await phone.claim(), [
      { op_id: create!, status: 403, code: 'forbidden' },
      { op_id: edit!, status: 424, code: 'skipped' },
      { op_id: hanging!, status: 424, code: 'skipped' },
    ]);
    expect(await phone.states()).toEqual(['rejected', 'blocked', 'blocked']);
    expect(await phone.db.comments.get(draft.id)).toBeUndefined();
    expect(await phone.db.tasks.count()).toBe(0);
    expect(await phone.entry(create!)).toMatchObject({ args: { text: 'Refused' }, error: { code: 'forbidden' } });
    expect(await phone.claim()).toEqual([]);
  });

  test('accepts the acknowledgement of a write that is blocked behind a rejected one', async () => {
    const phone = makePhoneDb();
    const [first] = await phone.write(addComment());
    const [second] = await phone.write({ ...addComment(), deps: [first!] });
    const [third] = await phone.write({ ...addComment(), deps: [second!] });
    const batch = await phone.claim();
    await applyResults(phone, batch, [
      { op_id: first!, status: 403, code: 'forbidden' },
      { op_id: second!, status: 200, rev: 2, replayed: true },
      { op_id: third!, status: 424, code: 'skipped' },
    ]);
    expect(await phone.entry(second!)).toBeUndefined();
    expect(await phone.db.history.get(second!)).toBeDefined();
    expect(await phone.entry(third!)).toMatchObject({ state: 'queued' });
    expect(await phone.entry(first!)).toMatchObject({ state: 'rejected' });
  });

  test('blocks the dependents of a write to a record that was reassigned to someone else', async () => {
    const phone = makePhoneDb();
    const task = taskRow();
    await phone.db.tasks.put(task);
    const [start] = await phone.write(startTask(task.id));
    const [behind] = await phone.write({ ...addComment(), deps: [start!] });
    const [last] = await phone.write({ ...addComment(), deps: [behind!] });
    const batch = (await phone.claim()).filter(({ op_id }) => op_id === start);
    await phone.db.outbox.where('op_id').anyOf(behind!, last!).modify({ state: 'waiting_dep', lease: null });
    await applyResults(phone, batch, [{ op_id: start!, status: 404, code: 'access_lost' }]);
    expect(await phone.states()).toEqual(['rejected', 'blocked', 'blocked']);
  });

  test("shows the server's row with the other waiting writes after one write was rejected", async () => {
    const phone = makePhoneDb();
    const task = taskRow();
    await phone.db.tasks.put(task);
    const [start] = await phone.write(startTask(task.id));
    const batch = await phone.claim();
    await phone.write(renameTask(task.id, 'Meet Olga'));
    await applyResults(phone, batch, [{ op_id: start!, status: 409, code: 'task_state' }]);
    expect(await phone.db.tasks.get(task.id)).toMatchObject({ state: 'planned', title: 'Meet Olga' });
    expect(await phone.states()).toEqual(['rejected', 'queued']);
  });

  test("keeps both values of a conflict and shows the server's value", async () => {
    const phone = makePhoneDb();
    const task = taskRow();
    await phone.db.tasks.put(task);
    const [op_id] = await phone.write(renameTask(task.id, 'Mine'));
    const serverTask = { ...task, rev: 8, title: 'Theirs' };
    const fields = { title: { base: task.title, mine: 'Mine', theirs: 'Theirs', theirs_by: null, theirs_at: null } };
    const result: PushResult = { op_id: op_id!, status: 409, code: 'conflict', fields, row: serverTask, rev: 8 };
    await applyResults(phone, await phone.claim(), [result]);
    expect(await phone.db.tasks.get(task.id)).toEqual(serverTask);
    expect((await phone.entry(op_id!))?.error?.fields).toEqual(fields);
  });
});

describe('server errors on one write', () => {
  async function failRepeatedly(phone: TestPhoneDb, op_id: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      phone.clock.pass(1_000);
      await applyResults(phone, await phone.claim(), [{ op_id, status: 500, code: 'internal' }]);
    }
  }

  test('parks a write after 8 server errors if it is at least 24 hours old, and still shows its row', async () => {
    const phone = makePhoneDb();
    const draft = addComment();
    const [op_id] = await phone.write(draft);
    const [behind] = await phone.write({ ...createTask(), deps: [op_id!] });
    await phone.db.outbox.put({ ...(await phone.entry(behind!))!, next_at: START + 8 * 60_000 });
    await failRepeatedly(phone, op_id!, 7);
    expect(await phone.entry(op_id!)).toMatchObject({ state: 'queued', attempts_srv: 7, error: null });
    phone.clock.pass(DAY);
    await failRepeatedly(phone, op_id!, 1);
    expect(await phone.entry(op_id!)).toMatchObject({ state: 'parked', error: { status: 500 } });
    expect(await phone.entry(behind!)).toMatchObject({ state: 'blocked' });
    expect(await phone.db.comments.get(draft.id)).toBeDefined();
  });

  test('does not park a write that is less than 24 hours old, no matter how often the server fails', async () => {
    const phone = makePhoneDb();
    const [op_id] = await phone.write(addComment());
    await failRepeatedly(phone, op_id!, 30);
    expect(await phone.entry(op_id!)).toMatchObject({ state: 'queued', attempts_srv: 30 });
  });

  test('does not park a write when the server fails for the first time after three days offline', async () => {
    const phone = makePhoneDb();
    const [op_id] = await phone.write(addComment());
    phone.clock.pass(3 * DAY);
    await failRepeatedly(phone, op_id!, 1);
    expect(await phone.entry(op_id!)).toMatchObject({ state: 'queued', attempts_srv: 1 });
  });
});
