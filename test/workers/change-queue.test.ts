import { expect, onTestFinished, test, vi } from 'vitest';
import { ChangeQueue, type UnreadRows } from '../../workers/search/change-queue.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { makePhoneDb } from '../helpers/phone.ts';

async function makeQueue(read: (changes: UnreadRows) => Promise<void>) {
  const { db } = makePhoneDb();
  // Dexie reports the creation of a database as a change of every table.
  await db.open();
  const queue = new ChangeQueue(db, ['contacts', 'tasks'], read, 0);
  onTestFinished(() => queue.close());
  return { db, queue };
}

test('a queue reads changes again after a failed read, together with newer changes', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const batches: UnreadRows[] = [];
  const { queue } = await makeQueue(async (changes) => {
    batches.push(changes);
    if (batches.length > 1) return;
    await Promise.resolve();
    queue.add('contacts', ['second']);
    queue.add('contacts', null);
    throw new Error('the disk did not answer');
  });
  queue.add('contacts', ['first']);
  queue.add('contacts', { from: 'a', to: 'b' });
  queue.add('tasks', ['task']);
  await queue.settled();
  expect(batches[1]).toEqual(
    new Map([
      ['contacts', { ids: new Set(['first', 'second']), ranges: [{ from: 'a', to: 'b' }], isUnknown: true }],
      ['tasks', { ids: new Set(['task']), ranges: [], isUnknown: false }],
    ]),
  );
  expect(batches).toHaveLength(2);
});

test('a queue does not repeat a failed read after the database is closed', async () => {
  const read = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('the database is closed'));
  const { db, queue } = await makeQueue(read);
  db.close();
  queue.add('contacts', ['first']);
  await queue.settled();
  expect(read).toHaveBeenCalledTimes(1);
});

test('a queue reads the changes reported during the initial load only after that load', async () => {
  const order: string[] = [];
  const { db, queue } = await makeQueue(async (changes) => void order.push(...(changes.get('contacts')?.ids ?? [])));
  const row = contactRow();
  await queue.load(async () => {
    await db.contacts.put(row);
    order.push('all');
  });
  await queue.settled();
  expect(order).toEqual(['all', row.id]);
});

test('a queue collects pages for half a second, but a single changed row for a tenth of a second', async () => {
  const batches: (readonly [pages: number, rows: number])[] = [];
  const { queue } = await makeQueue(async (changes) => {
    const contacts = changes.get('contacts');
    batches.push([contacts?.ranges.length ?? 0, contacts?.ids.size ?? 0]);
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const page = { from: 'a', to: 'b' };
  queue.add('contacts', page);
  for (let count = 0; count < 2; count += 1) queue.add('contacts', page);
  await vi.advanceTimersByTimeAsync(499);
  expect(batches).toEqual([[1, 0]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches.at(-1)).toEqual([2, 0]);
  queue.add('contacts', ['one']);
  await vi.advanceTimersByTimeAsync(99);
  expect(batches).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches.at(-1)).toEqual([0, 1]);
  queue.add('contacts', page);
  await vi.advanceTimersByTimeAsync(100);
  expect(batches.at(-1)).toEqual([1, 0]);
  queue.add('contacts', page);
  await vi.advanceTimersByTimeAsync(200);
  queue.add('contacts', ['two']);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches.at(-1)).toEqual([1, 1]);
});
