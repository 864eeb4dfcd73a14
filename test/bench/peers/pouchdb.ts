import PouchDB from 'pouchdb-browser';
import find from 'pouchdb-find';
import type { Contact } from '../../../contract/entities/contact.ts';
import { FIRST_ROWS, type Contender } from './contender.ts';

PouchDB.plugin(find);
let db: PouchDB<Contact>;

const query = async (condition: object, limit = FIRST_ROWS): Promise<Contact[]> => {
  const { docs } = await db.find({ selector: { last_name: condition }, sort: ['last_name'], limit });
  return docs;
};
const anyName = { $gt: null };

async function put(docs: object[]): Promise<void> {
  const failed = (await db.bulkDocs(docs)).filter(({ error }) => error);
  if (failed.length > 0) throw new Error(`PouchDB refused ${failed.length} contacts`);
}

export const contender: Contender = {
  open() {
    db = new PouchDB('pouchdb');
    return Promise.resolve();
  },
  async store(rows) {
    await put(rows.map((row) => ({ ...row, _id: row.id })));
    // One index only: each index is a pass over all documents.
    await db.createIndex({ index: { fields: ['last_name'] } });
    await query(anyName, 1);
  },
  async change(rows) {
    const { rows: stored } = await db.allDocs({ keys: rows.map(({ id }) => id) });
    const revisions = new Map(stored.map(({ id, value }) => [id, value.rev]));
    await put(rows.map((row) => ({ ...row, _id: row.id, _rev: revisions.get(row.id) })));
    // Updates the index.
    await query(anyName, 1);
  },
  search: (text) => query({ $regex: new RegExp(text, 'i') }),
  first: () => query(anyName),
};
