import { expect, it, onTestFinished } from 'vitest';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { createStore } from '../../src/db/schema/create-store.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { oldestPendingWrite, trackWrite } from '../../src/db/schema/pending-writes.ts';
import { ANNA, anna, makePorts } from '../helpers/phone.ts';
import { sampleId, validArgs } from '../helpers/valid-args.ts';

const draft = { kind: 'comment.add', id: sampleId(2), args: validArgs['comment.add'] } as Draft<'comment.add'>;

function openStore() {
  const ports = makePorts();
  const db = openPhoneDb(ANNA, ports);
  onTestFinished(() => db.close());
  return { db, store: createStore(db, anna, ports, { post: () => {}, listen: () => {}, close: () => {} }) };
}

it('a change of the store is pending until it is stored', async () => {
  const { store } = openStore();
  const write = store.write(draft);
  const first = oldestPendingWrite();
  expect(first).not.toBeNull();
  const op_id = await write;
  expect(oldestPendingWrite()).toBeNull();
  const undo = store.undo(op_id);
  expect(oldestPendingWrite()).toBeGreaterThan(first!);
  await undo;
  expect(oldestPendingWrite()).toBeNull();
});

it('a change is pending as long as another transaction holds its table', async () => {
  const { db, store } = openStore();
  let isHeld = true;
  const held = db.transaction('rw', db.comments, async () => {
    while (isHeld) await db.comments.count();
  });
  const write = store.write(draft);
  const own = oldestPendingWrite();
  // Longer than a write takes that does not wait.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(own).not.toBeNull();
  expect(oldestPendingWrite()).toBe(own);
  isHeld = false;
  await held;
  await write;
  expect(oldestPendingWrite()).toBeNull();
});

it('a write is pending until it has failed', async () => {
  const stored = Promise.withResolvers<void>();
  const write = trackWrite(() => stored.promise);
  expect(oldestPendingWrite()).not.toBeNull();
  stored.reject(new Error('the disk is full'));
  await expect(write).rejects.toThrow('the disk is full');
  expect(oldestPendingWrite()).toBeNull();
});
