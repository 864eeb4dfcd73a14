import { createRxDatabase, type RxCollection } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import type { Contact } from '../../../contract/entities/contact.ts';
import { FIRST_ROWS, indexedFields, type Contender } from './contender.ts';

// RxDB requires the maximum length of indexed texts and the range of indexed numbers.
const id = { type: 'string', maxLength: 36 };
const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id,
    rev: { type: 'number', minimum: 0, maximum: 1e9, multipleOf: 1 },
    owner_id: id,
    last_name: { type: 'string', maxLength: 100 },
    updated_at: { type: 'string', maxLength: 30 },
  },
  required: ['id', ...indexedFields],
  indexes: indexedFields,
};

let contacts: RxCollection<Contact>;
const byName = [{ last_name: 'asc' as const }];

export const contender: Contender = {
  async open() {
    const storage = getRxStorageDexie({ chromeTransactionDurability: 'strict' });
    const db = await createRxDatabase({ name: 'rxdb', storage, multiInstance: false });
    ({ contacts } = await db.addCollections<{ contacts: RxCollection<Contact> }>({ contacts: { schema } }));
  },
  async store(rows) {
    const { error } = await contacts.bulkInsert(rows);
    if (error.length > 0) throw new Error(`RxDB refused ${error.length} contacts`);
  },
  async change(rows) {
    const { error } = await contacts.bulkUpsert(rows);
    if (error.length > 0) throw new Error(`RxDB refused ${error.length} contacts`);
  },
  async search(text) {
    const selector = { last_name: { $regex: text, $options: 'i' } };
    const documents = await contacts.find({ selector, sort: byName, limit: FIRST_ROWS }).exec();
    return documents.map((document) => document.toJSON());
  },
  async first() {
    const documents = await contacts.find({ sort: byName, limit: FIRST_ROWS }).exec();
    return documents.map((document) => document.toJSON());
  },
};
