import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import { contactName } from '../../cards/contact-words.ts';
import { personName } from '../../cards/person-words.ts';
import type { PhoneDb } from '../../db/db.ts';

/** More people than anybody looks after; keeps a broken import from stopping the form. */
const MOST = 5000;

/** People one looks after by any part of name or number; those changed last while nothing is typed. */
export async function peopleLike(db: PhoneDb, text: string, limit: number): Promise<Person[]> {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const rows = await db.people.limit(MOST).toArray();
  const found = rows.filter((person) => {
    const all = `${personName(person)} ${person.phone ?? ''} ${person.city}`.toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
  return found.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)).slice(0, limit);
}

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
  const person = row?.user_id ? await db.people.get(row.user_id) : undefined;
  return { row, name: contact ? contactName(contact) : person ? personName(person) : (row?.phone_raw ?? '') };
}
