import { expect, it } from 'vitest';
import { type ChangedKeys, onChangedKeys } from '../../src/db/changed-keys.ts';
import { commentRow, makePhoneDb } from '../helpers/phone.ts';

it('few changed keys are named one by one, a page of a mirror as one range', async () => {
  const { db } = makePhoneDb();
  const heard: ChangedKeys[] = [];
  const stop = onChangedKeys(db, 'comments', (keys) => void heard.push(keys));
  const rows = Array.from({ length: 500 }, () => commentRow()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await db.comments.bulkAdd(rows.slice(0, 3));
  await expect.poll(() => heard.at(-1)).toEqual(rows.slice(0, 3).map(({ id }) => id));
  await db.transaction('rw', db.comments, async () => {
    for (const row of rows.toReversed()) await db.comments.put(row);
  });
  await expect.poll(() => heard.at(-1)).toEqual({ from: rows[0]?.id, to: rows.at(-1)?.id });
  stop();
  db.close();
});
