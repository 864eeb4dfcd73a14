import type { Contact } from '../../../contract/entities/contact.ts';
import type { PhoneDb } from '../schema/db.ts';
import { rowPages } from './row-pages.ts';

// This module is separate from contacts.ts, because that is loaded with the first screen.

/** Calls `visit` with each contact, one at a time. Reads all contacts. */
export async function forEachContact(db: PhoneDb, visit: (contact: Contact) => void): Promise<void> {
  for await (const rows of rowPages(db, 'contacts')) rows.forEach(visit);
}

/** Returns how many contacts a user owns. Reads all contacts. */
export async function countContactsOf(db: PhoneDb, owner_id: string): Promise<number> {
  let count = 0;
  await forEachContact(db, (contact) => (count += contact.owner_id === owner_id ? 1 : 0));
  return count;
}

/** Returns a contact with this photo. Reads all contacts until one is found. */
export async function contactWithPhoto(db: PhoneDb, sha256: string): Promise<Contact | undefined> {
  for await (const rows of rowPages(db, 'contacts')) {
    const found = rows.find(({ photo }) => photo?.sha256 === sha256);
    if (found) return found;
  }
  return undefined;
}
