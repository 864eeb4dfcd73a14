import { Dexie, type Table } from 'dexie';
import { log } from '../../lib/log.ts';
import type { Bucket } from '../../lib/ports.ts';
import { actorOf } from '../outbox/actor.ts';
import { hasDb, openPhoneDb, userDbName, type DbPorts, type PhoneDb, type UserDbPorts } from '../schema/db.ts';
import { savedMeta } from '../schema/meta.ts';
import { SEGMENTS } from '../schema/packed-rows.ts';
import { versions } from '../schema/versions.ts';

const BATCH_SIZE = 500;

/**
 * Returns the number of rows to copy at once. Blobs are copied one by one, because a book file or photo may have
 * several megabytes.
 */
const batchSizeOf = ({ name }: Table): number => (name === 'blobs' ? 1 : BATCH_SIZE);

async function copyTable(from: Table, to: Table): Promise<void> {
  for (let last: unknown = Dexie.minKey; ;) {
    const keys: unknown[] = await from.where(':id').above(last).limit(batchSizeOf(from)).primaryKeys();
    if (keys.length === 0) return;
    await to.bulkPut(await from.bulkGet(keys));
    last = keys.at(-1);
  }
}

/**
 * Copies all tables into a new database and compares the row counts. Until both are done, the new database is marked as
 * partial.
 */
async function copy(source: PhoneDb, target: PhoneDb): Promise<void> {
  // The mark is added in the transaction that creates the database.
  target.on('populate', (creation) => creation.table('meta').add({ key: 'copying', value: true }));
  for (const { name } of source.tables) {
    // The rows in segments are copied with the tables of their entities.
    if (name === SEGMENTS) continue;
    await copyTable(source.table(name), target.table(name));
    const expected = await source.table(name).count();
    const copied = (await target.table(name).count()) - (name === 'meta' ? 1 : 0);
    if (copied !== expected) throw new Error(`${name}: ${copied} of ${expected} rows were copied`);
  }
  await target.meta.delete('copying');
}

/**
 * Adds the unsent work of an old database to the moved one. The old database exists again if an earlier version of the
 * app created it: in a tab that was still open, or after a roll-back.
 */
async function merge(source: PhoneDb, target: PhoneDb, user_id: string): Promise<void> {
  const me = (await target.me.get(user_id)) ?? (await source.me.get(user_id));
  if (!me || (await source.outbox.count()) === 0) return;
  const { readOutboxContent, restoreOutboxContent } = await import('../outbox/encrypted-outbox.ts');
  await restoreOutboxContent(target, await readOutboxContent(source), actorOf(me, ''));
}

async function isComplete(db: PhoneDb): Promise<boolean> {
  const isPartial = await savedMeta(db, 'copying');
  db.close({ disableAutoOpen: false });
  return !isPartial;
}

async function copyOrMerge(user_id: string, from: DbPorts, to: DbPorts): Promise<void> {
  const source = openPhoneDb(user_id, from);
  // Opening the database with a higher version than any other context makes the other contexts close it, as for an
  // upgrade, so that they can no longer write to it.
  source.version(versions.length + 0.1).stores({});
  let target = openPhoneDb(user_id, to);
  try {
    await source.open();
    if ((await hasDb(to, userDbName(user_id))) && (await isComplete(target)))
      return await merge(source, target, user_id);
    await target.delete({ disableAutoOpen: false });
    target = openPhoneDb(user_id, to);
    await copy(source, target);
  } finally {
    source.close();
    target.close();
  }
}

/**
 * Moves a user's database to another IndexedDB: copies all rows, compares their counts and deletes the old database.
 * The app may be killed at any point: the next start replaces a partial copy. Returns false if the copy failed, e.g. on
 * a full disk; the old database then stays.
 */
function moveUserDb(user_id: string, from: UserDbPorts, to: DbPorts): Promise<boolean> {
  const name = userDbName(user_id);
  return from.locks.request(`${name}-move`, {}, async () => {
    // Either there was no database to move, or another context has already moved it.
    if (!(await hasDb(from, name))) return true;
    try {
      await copyOrMerge(user_id, from, to);
    } catch (error) {
      log.warn('the database was not moved into its bucket', error);
      return false;
    }
    await openPhoneDb(user_id, from).delete();
    return true;
  });
}

async function isAsProtected(bucket: Bucket, { isPersisted }: UserDbPorts): Promise<boolean> {
  return (await bucket.persisted()) || !(await isPersisted?.());
}

/**
 * Moves a user's database, which may also be new, into its own bucket if that bucket is protected from eviction at
 * least as well as the default one. Returns whether the database is in its own bucket afterwards. See: [Note: One
 * bucket per user]
 */
export async function prepareBucket(user_id: string, bucket: Bucket, ports: UserDbPorts): Promise<boolean> {
  if (!(await isAsProtected(bucket, ports))) return false;
  return moveUserDb(user_id, ports, { indexedDB: bucket.indexedDB, IDBKeyRange: ports.IDBKeyRange });
}
