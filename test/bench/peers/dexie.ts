import { Dexie, type EntityTable } from 'dexie';
import type { Contact } from '../../../contract/entities/contact.ts';
import { FIRST_ROWS, indexedFields, type Contender } from './contender.ts';

const db = new Dexie('dexie', { chromeTransactionDurability: 'strict' }) as Dexie & {
  contacts: EntityTable<Contact, 'id'>;
};
db.version(1).stores({ contacts: ['id', ...indexedFields].join(', ') });

const put = async (rows: Contact[]): Promise<void> => {
  await db.contacts.bulkPut(rows);
};

export const contender: Contender = {
  async open() {
    await db.open();
  },
  store: put,
  change: put,
  search: (text) =>
    db.contacts
      .orderBy('last_name')
      .filter(({ last_name }) => last_name.toLowerCase().includes(text))
      .limit(FIRST_ROWS)
      .toArray(),
  first: () => db.contacts.orderBy('last_name').limit(FIRST_ROWS).toArray(),
};
