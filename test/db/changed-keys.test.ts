import { Dexie, type ObservabilitySet } from 'dexie';
import { expect, it } from 'vitest';
import type { ChangedKeys } from '../../src/db/queries/changed-keys.ts';

// The changes as Dexie passes them on to other tabs and workers. This listener is registered before the one of
// changed-keys.ts, so it sees them too.
const told: ObservabilitySet[] = [];
Dexie.on('storagemutated', (parts: ObservabilitySet) => void told.push(structuredClone(parts)));
const { onChangedKeys } = await import('../../src/db/queries/changed-keys.ts');
const { commentRow, makePhoneDb } = await import('../helpers/phone.ts');

it('reports a few changed keys one by one, and the many keys of a synced page as one range', async () => {
  const { db } = makePhoneDb();
  const heard: ChangedKeys[] = [];
  const stop = onChangedKeys(db, 'comments', (keys) => void heard.push(keys));
  const rows = Array.from({ length: 500 }, () => commentRow()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await db.comments.bulkAdd(rows.slice(0, 3));
  await expect.poll(() => heard.at(-1)).toEqual(rows.slice(0, 3).map(({ id }) => id));

  await db.transaction('rw', db.comments, async () => {
    for (const row of rows.toReversed()) await db.comments.put(row);
  });
  const part = `idb://${db.name}/comments/`;
  const range = { from: rows[0]?.id, to: rows.at(-1)?.id };
  await expect.poll(() => told.at(-1)?.[part]).toMatchObject({ ...range, d: 1, l: null, r: null });
  Dexie.on.storagemutated.fire(told.at(-1) ?? {});
  expect(heard.at(-1)).toEqual(range);
  stop();
  db.close();
});
