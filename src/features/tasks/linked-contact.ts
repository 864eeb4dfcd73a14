import type { LinkableUser } from '../../../contract/api-calls/tasks.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person as PersonRow } from '../../../contract/entities/person.ts';
import { search } from '../../bridge/search.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { nameOrPhoneMatcher } from '../../components/person/name-or-phone-search.ts';
import { personName } from '../../components/person/person-labels.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { contactsByIds } from '../../db/queries/contacts.ts';
import { filterPeople } from '../../db/queries/people.ts';

/** A person or contact to whom a task can be linked. */
export interface LinkedPerson {
  kind: 'person' | 'contact';
  id: string;
  name: string;
  city: string;
  phone: string | null;
}

const ofPerson = (person: PersonRow): LinkedPerson => ({
  kind: 'person',
  id: person.id,
  name: personName(person),
  city: person.city ?? '',
  phone: person.phone,
});

const ofUser = ({ id, name, city, phone }: LinkableUser): LinkedPerson => ({
  kind: 'person',
  id,
  name,
  city: city ?? '',
  phone,
});

const ofContact = (contact: Contact): LinkedPerson => ({
  kind: 'contact',
  id: contact.id,
  name: contactName(contact),
  city: contact.city,
  phone: contact.phones[0]?.number ?? null,
});

export interface LinkedPeople {
  rows: LinkedPerson[];
  /** When the list of people who are not synced to this device was fetched; null if it never was. */
  fetched_at: string | null;
}

const textMatcher = (text: string): ((whom: LinkedPerson) => boolean) => {
  const fits = nameOrPhoneMatcher(text);
  return ({ name, city, phone }) => fits(`${name} ${city}`, phone);
};

/** Returns the first people whose name, city or number contains the text. */
export const matchingPeople = (people: readonly LinkedPerson[], text: string, limit: number): LinkedPerson[] =>
  people.filter(textMatcher(text)).slice(0, limit);

/** Returns the first matching people: those on this device, then others from the fetched list. */
export async function savedLinkedPeople(db: PhoneDb, text: string, limit: number): Promise<LinkedPeople> {
  const matchesText = textMatcher(text);
  const [own, page] = await Promise.all([
    filterPeople(db, (person) => matchesText(ofPerson(person)), limit),
    db.pages.get('users_to_link'),
  ]);
  const knownIds = new Set(own.map(({ id }) => id));
  const listed = ((page?.rows ?? []) as LinkableUser[]).filter(({ id }) => !knownIds.has(id)).map(ofUser);
  const rows = [...own.map(ofPerson), ...matchingPeople(listed, text, limit)].slice(0, limit);
  return { rows, fetched_at: page?.fetched_at ?? null };
}

const anyContactQuery = { category: null, status: null, owner: 'all', sort: 'name', offset: 0 } as const;

/** Returns the contacts that match the text, from the search worker's index. */
export async function contactsMatching(
  db: PhoneDb,
  user_id: string,
  text: string,
  limit: number,
): Promise<LinkedPerson[]> {
  if (text === '') return [];
  const results = await search.find(user_id, { ...anyContactQuery, text, limit });
  const rows = await contactsByIds(db, results?.ids ?? []);
  return rows.filter((row) => row !== undefined).map(ofContact);
}
