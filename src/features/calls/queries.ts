import type { Contact } from '../../../contract/entities/contact.ts';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import { contactName } from '../../cards/contact-words.ts';
import type { PhoneDb } from '../../db/db.ts';

/** Contacts changed last: whom a call was most likely with. */
export async function latestContacts(db: PhoneDb, limit: number): Promise<Contact[]> {
  return db.contacts.orderBy('rev').reverse().limit(limit).toArray();
}

export interface OneCall {
  row: Interaction | null;
  /** Whom it was with: the contact's name, else the number; empty for somebody who is not on this phone. */
  name: string;
}

export async function oneCall(db: PhoneDb, id: string): Promise<OneCall> {
  const row = (await db.interactions.get(id)) ?? null;
  const contact = row?.contact_id ? await db.contacts.get(row.contact_id) : undefined;
  return { row, name: contact ? contactName(contact) : (row?.phone_raw ?? '') };
}
