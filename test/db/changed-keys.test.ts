import { Dexie, type ObservabilitySet } from 'dexie';
import { expect, it } from 'vitest';
import type { ChangedKeys } from '../../src/db/queries/changed-keys.ts';

// The changes in the form in which Dexie passes them to other tabs and workers. Dexie calls the last registered
// listener first. This listener is registered before those of the app, so it sees the changes after the app has
// replaced many keys with one range.
const passedOn: ObservabilitySet[] = [];
Dexie.on('storagemutated', (parts: ObservabilitySet) => void passedOn.push(structuredClone(parts)));
const { onChangedKeys } = await import('../../src/db/queries/changed-keys.ts');
const { commentRow, makePhoneDb } = await import('../helpers/phone.ts');

it('reports a few changed keys one by one, and many keys of a synced page as one range', async () => {
  const { db } = makePhoneDb();
  const notified: ChangedKeys[] = [];
  const stop = onChangedKeys(db, 'comments', (keys) => void notified.push(keys));
  const rows = Array.from({ length: 500 }, () => commentRow()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await db.comments.bulkAdd(rows.slice(0, 3));
  await expect.poll(() => notified.at(-1)).toEqual(rows.slice(0, 3).map(({ id }) => id));

  await db.transaction('rw', db.comments, async () => {
    for (const row of rows.toReversed()) await db.comments.put(row);
  });
  const part = `idb://${db.name}/comments/`;
  const range = { from: rows[0]?.id, to: rows.at(-1)?.id };
  await expect.poll(() => passedOn.at(-1)?.[part]).toMatchObject({ ...range, d: 1, l: null, r: null });
  Dexie.on.storagemutated.fire(passedOn.at(-1) ?? {});
  expect(notified.at(-1)).toEqual(range);
  stop();
  db.close();
});
