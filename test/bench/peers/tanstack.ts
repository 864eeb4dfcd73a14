import {
  createBrowserWASQLitePersistence,
  openBrowserWASQLiteOPFSDatabase,
  persistedCollectionOptions,
} from '@tanstack/browser-db-sqlite-persistence';
import { createCollection, ilike, queryOnce, type Collection } from '@tanstack/db';
import type { Contact } from '../../../contract/entities/contact.ts';
import { FIRST_ROWS, type Contender } from './contender.ts';

let contacts: Collection<Contact>;

export const contender: Contender = {
  async open() {
    const database = await openBrowserWASQLiteOPFSDatabase({ databaseName: 'tanstack.sqlite' });
    const persistence = createBrowserWASQLitePersistence({ database });
    const options = { id: 'contacts', getKey: ({ id }: Contact) => id, persistence, schemaVersion: 1 };
    contacts = createCollection<Contact>(persistedCollectionOptions(options));
    await contacts.preload();
  },
  async store(rows) {
    await contacts.insert(rows).isPersisted.promise;
  },
  async change(rows) {
    const changed = contacts.update(
      rows.map(({ id }) => id),
      (drafts) => {
        for (const [index, draft] of drafts.entries()) Object.assign(draft, rows[index]);
      },
    );
    await changed.isPersisted.promise;
  },
  search: (text) =>
    queryOnce<Contact>((query) =>
      query
        .from({ contact: contacts })
        .where(({ contact }) => ilike(contact.last_name, `%${text}%`))
        .orderBy(({ contact }) => contact.last_name, { stringSort: 'lexical' })
        .limit(FIRST_ROWS),
    ),
  first: () =>
    queryOnce<Contact>((query) =>
      query
        .from({ contact: contacts })
        .orderBy(({ contact }) => contact.last_name, { stringSort: 'lexical' })
        .limit(FIRST_ROWS),
    ),
};
