import { Dexie } from 'dexie';
import type { PhoneDb } from '../schema/db.ts';
import { rowsOf, SEGMENTS, type Segment } from '../schema/packed-rows.ts';
import { packedEntities, reportChanged } from './pack-rows.ts';

/**
 * Number of segments that are unpacked in one transaction, about 500 rows: other reads and writes of these tables wait
 * until it has ended.
 */
export const UNPACK_CHUNK = 12;

/**
 * Moves the rows of the first segments into their tables. Bypasses Dexie, so that no live query runs again and the
 * search does not read the rows again: for readers by id, nothing changes. Returns whether segments are left. Rejects
 * and changes nothing if the disk is full.
 */
function unpackFirst(db: PhoneDb): Promise<boolean> {
  // If the power fails, the rows are in their segments again.
  const transaction = db.backendDB().transaction([...packedEntities, SEGMENTS], 'readwrite', { durability: 'relaxed' });
  const segments = transaction.objectStore(SEGMENTS);
  let isLeft = false;
  const reading = segments.getAll(null, UNPACK_CHUNK + 1) as IDBRequest<Segment[]>;
  reading.addEventListener('success', () => {
    isLeft = reading.result.length > UNPACK_CHUNK;
    for (const segment of reading.result.slice(0, UNPACK_CHUNK)) {
      for (const row of rowsOf(segment)) transaction.objectStore(segment.c).put(row);
      segments.delete([segment.c, segment.last]);
    }
  });
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(isLeft));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the rows were not unpacked')));
  });
}

/** Makes live queries run again that use an index, because an index does not contain packed rows. */
const reportIndexed = (db: PhoneDb): Promise<void> =>
  db.transaction('rw', packedEntities, async () => {
    for (const c of packedEntities)
      for (const { name } of db.table(c).schema.indexes) reportChanged(`${c}/${name}`, Dexie.minKey, Dexie.maxKey);
  });

/**
 * Moves all packed rows into their tables, unless `isInterrupted` returns true between two transactions. See: [Note:
 * Packed rows]
 */
export async function unpackRows(db: PhoneDb, isInterrupted: () => boolean): Promise<void> {
  while (!isInterrupted()) {
    if (await unpackFirst(db)) continue;
    await reportIndexed(db);
    return;
  }
}
