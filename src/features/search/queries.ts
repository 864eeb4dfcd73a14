import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { search } from '../../bridge/search.ts';
import { personName } from '../../cards/person-words.ts';
import type { PhoneDb } from '../../db/db.ts';

/** People on this phone that are looked through; an employee has some hundreds, a team some thousands. */
const MOST_READ = 5000;

const everything = { category: null, status: null, whose: 'all', sort: 'name', offset: 0 } as const;

export interface Found<Row> {
  rows: Row[];
  /** How many fit. */
  count: number;
}

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** Finds by every word of a name, an address or a place, or by any part of a number. */
function finder(text: string): (words: string, phone: string | null) => boolean {
  const digits = text.replaceAll(/\D/g, '');
  const isNumber = digits !== '' && /^[\d\s+()\-./]+$/.test(text);
  const words = folded(text).split(/\s+/).filter(Boolean);
  return (all, phone) => {
    if (isNumber && phone?.replaceAll(/\D/g, '').includes(digits)) return true;
    const known = folded(all);
    return !isNumber && words.every((word) => known.includes(word));
  };
}

export async function foundPeople(db: PhoneDb, text: string, limit: number): Promise<Found<Person>> {
  const fits = finder(text);
  const all = await db.people.limit(MOST_READ).toArray();
  const found = all.filter((person) =>
    fits([personName(person), person.email, person.telegram, person.city].join(' '), person.phone),
  );
  const rows = found.toSorted((a, b) => personName(a).localeCompare(personName(b)));
  return { rows: rows.slice(0, limit), count: rows.length };
}

/** Those who wait: of them a phone knows first names and places alone. */
export async function foundWaiting(db: PhoneDb, text: string, limit: number): Promise<Found<WaitingLead>> {
  const fits = finder(text);
  const all = await db.waiting_leads.orderBy('waiting_since').limit(MOST_READ).toArray();
  const rows = all.filter((lead) => fits(`${lead.first_name} ${lead.city}`, null));
  return { rows: rows.slice(0, limit), count: rows.length };
}

/** Contacts, by the index that its worker holds. Null: it did not answer. */
export async function foundContacts(
  db: PhoneDb,
  user_id: string,
  text: string,
  limit: number,
): Promise<Found<Contact> | null> {
  const found = await search.find(user_id, { ...everything, text, limit });
  if (!found) return null;
  const rows = await db.contacts.bulkGet(found.ids);
  return { rows: rows.filter((row) => row !== undefined), count: found.total };
}
