import type { Contact } from '../../../contract/entities/contact.ts';
import { FIRST_ROWS, indexedFields, type Contender } from './contender.ts';

const STORE = 'contacts';
let db: IDBDatabase;

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('IndexedDB failed', { cause: request.error })));
  });
}

/** Writes all rows in one transaction. */
function put(rows: readonly Contact[]): Promise<void> {
  const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' });
  const store = transaction.objectStore(STORE);
  for (const row of rows) store.put(row);
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(new Error('not stored', { cause: transaction.error })));
  });
}

const byName = (count?: number): Promise<Contact[]> =>
  resultOf(db.transaction(STORE).objectStore(STORE).index('last_name').getAll(null, count));

/** IndexedDB without any library: the floor of the comparison. */
export const contender: Contender = {
  async open() {
    const opening = indexedDB.open('raw', 1);
    opening.addEventListener('upgradeneeded', () => {
      const store = opening.result.createObjectStore(STORE, { keyPath: 'id' });
      for (const field of indexedFields) store.createIndex(field, field);
    });
    db = await resultOf(opening);
  },
  store: put,
  change: put,
  async search(text) {
    const rows = await byName();
    return rows.filter(({ last_name }) => last_name.toLowerCase().includes(text)).slice(0, FIRST_ROWS);
  },
  first: () => byName(FIRST_ROWS),
};
