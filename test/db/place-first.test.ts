import { expect, test } from 'vitest';
import { readOutboxContent, restoreOutboxContent } from '../../src/db/outbox/encrypted-outbox.ts';
import { sendFirst } from '../../src/db/outbox/resolve.ts';
import { anna, commentRow, editComment, makePhoneDb, makePorts } from '../helpers/phone.ts';

const comment = commentRow();

/** Creates a phone with a waiting write, and with unsent work of an earlier login that can be restored. */
async function phoneWithEarlierWork() {
  const earlier = makePhoneDb(makePorts({ seed: 2 }));
  const phone = makePhoneDb();
  for (const { db } of [earlier, phone]) await db.comments.put(comment);
  await earlier.write(editComment(comment.id, 'one'), editComment(comment.id, 'two'));
  await phone.write(editComment(comment.id, 'three'));
  const restore = async () => restoreOutboxContent(phone.db, await readOutboxContent(earlier.db), anna);
  const claimedTexts = async () => (await phone.claim()).map(({ args }) => (args as { text: string }).text);
  return { ...phone, restore, claimedTexts };
}

test('sends restored writes before the waiting writes, in their original order', async () => {
  const { db, restore, claimedTexts } = await phoneWithEarlierWork();
  await restore();
  expect((await db.base.get(['comments', comment.id]))?.row).toEqual(comment);
  expect((await db.comments.get(comment.id))?.text).toBe('three');
  expect(await claimedTexts()).toEqual(['one', 'two', 'three']);
});

test('sends restored writes of a record before a waiting write that the user prioritised', async () => {
  const { db, restore, claimedTexts } = await phoneWithEarlierWork();
  const [waiting] = await db.outbox.toArray();
  await sendFirst(db, waiting!.op_id);
  await restore();
  expect(await claimedTexts()).toEqual(['one', 'two', 'three']);
});
