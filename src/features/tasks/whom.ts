import type { LinkableUser } from '../../../contract/calls/tasks.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person as PersonRow } from '../../../contract/entities/person.ts';
import { search } from '../../bridge/search.ts';
import { contactName } from '../../cards/contact-words.ts';
import { personName } from '../../cards/person-words.ts';
import type { PhoneDb } from '../../db/db.ts';

/** Somebody a task may be with: a person one looks after, or a contact of one's book. */
export interface Whom {
  kind: 'person' | 'contact';
  id: string;
  name: string;
  about: string;
}

/** More people than anybody looks after; keeps a broken import from stopping the form. */
const MOST = 5000;

const about = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');

const ofPerson = (person: PersonRow): Whom => ({
  kind: 'person',
  id: person.id,
  name: personName(person),
  about: about(person.city, person.phone),
});

const ofUser = ({ id, name, city, phone }: LinkableUser): Whom => ({
  kind: 'person',
  id,
  name,
  about: about(city, phone),
});

const ofContact = (contact: Contact): Whom => ({
  kind: 'contact',
  id: contact.id,
  name: contactName(contact),
  about: about(contact.city, contact.phones[0]?.number),
});

export interface People {
  rows: Whom[];
  /** When the list of people who are not mirrored was fetched; null while it never was. */
  fetched_at: string | null;
}

/** People on this phone, and those of the list as last fetched who are not. */
export async function savedPeople(db: PhoneDb): Promise<People> {
  const [own, page] = await Promise.all([db.people.limit(MOST).toArray(), db.pages.get('users_to_link')]);
  const known = new Set(own.map(({ id }) => id));
  const others = ((page?.rows ?? []) as LinkableUser[]).filter(({ id }) => !known.has(id));
  return { rows: [...own.map(ofPerson), ...others.map(ofUser)], fetched_at: page?.fetched_at ?? null };
}

/** By any part of name, city or number. */
export function matching(people: readonly Whom[], text: string, limit: number): Whom[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = people.filter((person) => {
    const all = `${person.name} ${person.about}`.toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
  return found.slice(0, limit);
}

const everything = { category: null, status: null, whose: 'all', sort: 'name', offset: 0 } as const;

/** Contacts by what is typed, through the index that the worker holds. */
export async function contactsLike(db: PhoneDb, user_id: string, text: string, limit: number): Promise<Whom[]> {
  if (text === '') return [];
  const found = await search.find(user_id, { ...everything, text, limit });
  const rows = await db.contacts.bulkGet(found?.ids ?? []);
  return rows.filter((row) => row !== undefined).map(ofContact);
}
