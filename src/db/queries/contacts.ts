import type { Contact } from '../../../contract/entities/contact.ts';
import type { PhoneDb } from '../schema/db.ts';

// All screens read the contacts table through this module, so that they do not depend on how contacts are stored.

/** Returns one contact; undefined if it is not on this phone. */
export const savedContact = (db: PhoneDb, id: string): Promise<Contact | undefined> => db.contacts.get(id);

/** Returns the contacts with these ids, in the same order; undefined for each contact that is not on this phone. */
export const contactsByIds = (db: PhoneDb, ids: readonly string[]): Promise<(Contact | undefined)[]> =>
  db.contacts.bulkGet([...ids]);

/** Returns the most recently changed contacts, except those that the first mirror has not unpacked yet. */
export const latestContacts = (db: PhoneDb, limit: number): Promise<Contact[]> =>
  db.contacts.orderBy('rev').reverse().limit(limit).toArray();
