import { beforeEach, describe, expect, test } from 'vitest';
import { applySnapshot } from '../../src/db/outbox/apply-snapshot.ts';
import { applyPushResults } from '../../src/db/outbox/apply-push-results.ts';
import { leaveEpoch } from '../../src/db/outbox/leave-epoch.ts';
import { sendFirst } from '../../src/db/outbox/resolve.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { isOfThisEpoch } from '../../src/db/schema/sync-meta.ts';
import { iso } from '../../src/lib/ports.ts';
import { addComment, anna, commentRow, editComment, makePhoneDb, START, type TestPhoneDb } from '../helpers/phone.ts';

let phone: TestPhoneDb;
beforeEach(async () => {
  phone = makePhoneDb();
  await saveMeta(phone.db, 'epoch', 'first');
});

describe('replies from a server in another epoch', () => {
  test('does not store a snapshot page of an earlier epoch', async () => {
    await leaveEpoch(phone.db, anna, { left: 'first', now: START });
    await saveMeta(phone.db, 'epoch', 'second');
    const rows = [{ c: 'comments' as const, id: 'x', rev: 3, row: commentRow() }];
    const lastPage = { next: null, cursor: 9, total: 1, server_time: iso(START), epoch: 'first' };
    const stale = { rows, acked: [], as_of: 9, ...lastPage };
    expect(await applySnapshot(phone.db, 'p2', stale, null, anna, 'first')).toBe(false);
    expect(await phone.db.comments.count()).toBe(0);
  });

  test.each([
    // Columns: stored epoch, epoch of the request, epoch of the reply, whether the reply is accepted, stored epoch
    // afterwards.
    [undefined, undefined, 'a', true, 'a'],
    [undefined, undefined, undefined, true, undefined],
    ['a', 'a', 'a', true, 'a'],
    ['a', undefined, 'a', true, 'a'],
    ['b', 'a', 'a', false, 'b'],
    ['a', undefined, 'b', false, 'a'],
    [undefined, 'a', 'a', false, undefined],
    ['a', 'a', undefined, true, 'a'],
    [undefined, 'a', undefined, false, undefined],
  ] as const)(
    'in epoch %s, a reply to a request of epoch %s from a server in epoch %s is accepted: %s',
    async (known, asked, replied, belongs, after) => {
      const { db } = phone;
      if (known === undefined) await db.meta.delete('epoch');
      else await saveMeta(db, 'epoch', known);
      expect(await isOfThisEpoch(db, asked, replied)).toBe(belongs);
      expect(await savedMeta(db, 'epoch')).toBe(after);
    },
  );
});

test('after a change of epoch, resends accepted writes before a waiting write that the user prioritised', async () => {
  const draft = addComment('one');
  await phone.write(draft);
  const batch = await phone.claim();
  const results = batch.map(({ op_id }) => ({ op_id, status: 200 }));
  const epoch = { asked: 'first', replied: 'first' };
  const context = { outbox: phone.deps(), holder: 'tab', server_time: iso(START), epoch, backoff: () => 0 };
  await applyPushResults(phone.db, batch, results, context);
  await phone.write(editComment(draft.id, 'two'));
  const [waiting] = await phone.db.outbox.toArray();
  await sendFirst(phone.db, waiting!.op_id);
  await leaveEpoch(phone.db, anna, { left: 'first', now: START });
  expect((await phone.claim()).map(({ op_id }) => op_id)).toEqual([batch[0]!.op_id, waiting!.op_id]);
});
