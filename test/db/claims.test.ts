import { describe, expect, test } from 'vitest';
import { MAX_PUSH_BYTES } from '../../contract/sync.ts';
import { releaseClaims } from '../../src/db/outbox/claims.ts';
import {
  addComment,
  createTask,
  editComment,
  makePhoneDb,
  pauseTask,
  renameTask,
  startTask,
  taskRow,
} from '../helpers/phone.ts';

const HOUR = 3_600_000;

describe('claiming a batch', () => {
  test('claims waiting writes in creation order', async () => {
    const { write, claim } = makePhoneDb();
    const drafts = [addComment('1'), createTask('2'), addComment('3')];
    const op_ids = await write(...drafts);
    const batch = await claim();
    expect(batch.map((entry) => entry.op_id)).toEqual(op_ids);
    expect(batch.every((entry) => entry.state === 'sending' && entry.lease?.holder === 'tab')).toBe(true);
  });

  test('claims nothing from an empty outbox', async () => {
    expect(await makePhoneDb().claim()).toEqual([]);
  });

  test('never claims writes of one record for two batches at a time', async () => {
    const { db, write, claim } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [start, pause] = await write(startTask(task.id), pauseTask(task.id));
    const [other] = await write(addComment());
    const first = await claim({ max_ops: 1 });
    const second = await claim({ holder: 'other tab' });
    expect(first.map((entry) => entry.op_id)).toEqual([start]);
    expect(second.map((entry) => entry.op_id)).toEqual([other]);
    await db.outbox.delete(first[0]!.seq!);
    expect((await claim()).map((entry) => entry.op_id)).toEqual([pause]);
  });

  test('holds back only the writes of the record whose first write has to wait', async () => {
    const { write, claim, entry, db, clock } = makePhoneDb();
    const draft = addComment();
    const [create] = await write(draft);
    await write(editComment(draft.id, 'Better'));
    const [other] = await write(addComment());
    await db.outbox.put({ ...(await entry(create!))!, next_at: clock.now() + 5_000 });
    expect((await claim()).map((claimed) => claimed.op_id)).toEqual([other]);
    clock.pass(5_000);
    expect(await claim()).toHaveLength(2);
  });

  test.each(['conflict', 'parked', 'blocked'] as const)(
    'holds back the writes of a record that follow a write in the state "%s"',
    async (state) => {
      const { write, claim, entry, db } = makePhoneDb();
      const draft = addComment();
      const [create] = await write(draft);
      await write(editComment(draft.id, 'Better'));
      await db.outbox.put({ ...(await entry(create!))!, state });
      expect(await claim()).toEqual([]);
    },
  );

  test('sends the next write of a record after one was rejected', async () => {
    const { db, write, claim, entry } = makePhoneDb();
    const task = taskRow();
    await db.tasks.put(task);
    const [rename, start] = await write(renameTask(task.id, 'Meet Olga'), startTask(task.id));
    await db.outbox.put({ ...(await entry(rename!))!, state: 'rejected' });
    expect((await claim()).map((claimed) => claimed.op_id)).toEqual([start]);
  });

  test('sends a write after the write that it depends on, in the same batch or a later one', async () => {
    const { db, write, claim } = makePhoneDb();
    const [first] = await write(createTask());
    const [second] = await write({ ...createTask(), deps: [first!] });
    const firstBatch = await claim({ max_ops: 1 });
    expect(firstBatch.map((entry) => entry.op_id)).toEqual([first]);
    expect(await claim({ holder: 'other tab' })).toEqual([]);
    await db.outbox.put({ ...firstBatch[0]!, state: 'queued', lease: null });
    expect((await claim()).map((entry) => entry.op_id)).toEqual([first, second]);
  });

  test('treats a dependency that is no longer in the outbox as satisfied', async () => {
    const { write, claim } = makePhoneDb();
    const [op_id] = await write({ ...createTask(), deps: ['01900000-0000-7000-8000-0000000000ff'] });
    expect((await claim()).map((entry) => entry.op_id)).toEqual([op_id]);
  });

  test('keeps a batch within the maximum number of writes', async () => {
    const { write, claim } = makePhoneDb();
    await write(...Array.from({ length: 5 }, () => addComment()));
    expect(await claim({ max_ops: 3 })).toHaveLength(3);
  });

  test('keeps a batch within 256 KiB but still sends a single larger write', async () => {
    const { write, claim } = makePhoneDb();
    await write(...Array.from({ length: 60 }, () => addComment('ю'.repeat(4000))));
    const batch = await claim({ max_ops: 100 });
    const bytes = new TextEncoder().encode(batch.map((entry) => entry.frozen).join(',')).length;
    expect(bytes).toBeLessThan(MAX_PUSH_BYTES);
    expect(batch.length).toBeGreaterThan(20);
    expect(batch.length).toBeLessThan(60);
    const withOneWrite = makePhoneDb();
    const [op_id] = await withOneWrite.write(addComment());
    await withOneWrite.db.outbox.where('op_id').equals(op_id!).modify({ size_bytes: MAX_PUSH_BYTES });
    expect(await withOneWrite.claim()).toHaveLength(1);
  });
});

describe('claim leases', () => {
  test('another tab cannot claim a claimed write until the lease expires', async () => {
    const { write, claim, clock } = makePhoneDb();
    await write(addComment());
    await claim();
    clock.pass(59_999);
    expect(await claim({ holder: 'other tab' })).toEqual([]);
    clock.pass(1);
    const claimedEntries = await claim({ holder: 'other tab' });
    expect(claimedEntries.map((entry) => entry.lease?.holder)).toEqual(['other tab']);
  });

  test('lets the tab with the sync lock take over all claimed writes immediately', async () => {
    const { write, claim } = makePhoneDb();
    await write(addComment());
    await claim();
    expect(await claim({ holder: 'other tab', hasLock: true })).toHaveLength(1);
  });

  test('does not delay claimed and waiting writes after the clock was set back', async () => {
    const { db, write, claim, clock, entry } = makePhoneDb();
    const [leased, delayed] = await write(addComment(), addComment());
    await claim({ max_ops: 1 });
    await db.outbox.put({ ...(await entry(delayed!))!, next_at: clock.now() + 60_000 });
    clock.ms -= 24 * HOUR;
    expect((await claim({ holder: 'other tab' })).map((claimed) => claimed.op_id)).toEqual([leased, delayed]);
  });
});

describe('stored request bodies', () => {
  test('sends a write with identical bytes at every attempt, even after an app update', async () => {
    const { db, write, claim, clock, entry } = makePhoneDb();
    const [op_id] = await write(addComment('Hello'));
    const [first] = await claim();
    await releaseClaims(db, [first!], 'tab', 'failed');
    await db.outbox.put({ ...(await entry(op_id!))!, app_version: '2', clock_offset_ms: 999, base_rev: 12 });
    clock.pass(HOUR);
    const [second] = await claim({ holder: 'other tab' });
    expect(first?.frozen).toBeTypeOf('string');
    expect(second?.frozen).toBe(first?.frozen);
    expect(JSON.parse(first!.frozen!)).toMatchObject({ op_id, args: { text: 'Hello' }, base_rev: 0 });
  });

  test('stores request bodies before sending, without tokens or addresses', async () => {
    const { write, claim, entry } = makePhoneDb();
    const [op_id] = await write(addComment('Hello'));
    const [claimed] = await claim();
    expect((await entry(op_id!))?.frozen).toBe(claimed?.frozen);
    expect(claimed?.frozen).not.toMatch(/token|http|Bearer/i);
  });
});

describe('releasing a batch', () => {
  test.each([
    ['failed', 1],
    ['none', 0],
  ] as const)(
    'releasing a batch after the failure "%s" queues its writes with %i failed network attempts and no server error',
    async (failure, attempts_net) => {
      const { db, write, claim, entry } = makePhoneDb();
      const [op_id] = await write(addComment());
      const batch = await claim();
      await releaseClaims(db, batch, 'tab', failure);
      const storedEntry = await entry(op_id!);
      expect(storedEntry).toMatchObject({ state: 'queued', lease: null, attempts_net, attempts_srv: 0 });
    },
  );

  test('does not release writes claimed by another tab', async () => {
    const { db, write, claim, states, clock } = makePhoneDb();
    await write(addComment());
    const batch = await claim();
    clock.pass(60_000);
    await claim({ holder: 'other tab' });
    await releaseClaims(db, batch, 'tab', 'failed');
    expect(await states()).toEqual(['sending']);
  });
});
