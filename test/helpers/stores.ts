import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { openPhoneDb } from '../../src/db/schema/db.ts';

/** Primary key and indexes of each store in the newest version of the phone's database. */
export interface RecordedStores {
  version: number;
  stores: Record<string, string>;
}

/** Opens a new database and reads its version and stores. */
export async function readCurrentStores(): Promise<RecordedStores> {
  const db = openPhoneDb('recorded', { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.open();
  const stores = db.tables.map(({ name, schema }): [string, string] => [
    name,
    [schema.primKey, ...schema.indexes].map(({ src }) => src).join(', '),
  ]);
  const version = db.verno;
  db.close();
  return { version, stores: Object.fromEntries(stores.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}
