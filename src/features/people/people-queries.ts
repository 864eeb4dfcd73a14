import type { StructureUser } from '../../../contract/calls/people.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { personStatuses } from '../../../contract/values.ts';
import { personName } from '../../cards/person-words.ts';
import type { PhoneDb } from '../../db/db.ts';
import { staffKeys, type PageAbout, type PeopleAsk } from '../../lib/staff-pages.ts';

/** Of those on this phone, this many are looked through. */
const MOST_READ = 3000;
const MOST_SHOWN = 100;

type Choice = { value: string; label: string };

export interface PeopleChoices {
  languages: Choice[];
  countries: Choice[];
  responsible: Choice[];
  tags: Choice[];
  groups: Choice[];
}

/** By what the list can be narrowed, as last fetched. */
export async function savedChoices(db: PhoneDb): Promise<PeopleChoices | null> {
  const page = await db.pages.get(staffKeys.choices);
  return (page?.rows[0] as PeopleChoices | undefined) ?? null;
}

export interface PeoplePage {
  rows: StructureUser[];
  about: PageAbout;
  at: string;
}

/** A page as last fetched; null when it never was. */
export async function savedPeoplePage(db: PhoneDb, ask: PeopleAsk): Promise<PeoplePage | null> {
  const page = await db.pages.get(staffKeys.people(ask));
  if (!page) return null;
  return { rows: page.rows as StructureUser[], about: page.about as PageAbout, at: page.fetched_at };
}

const folded = (text: string): string => text.normalize('NFC').toLocaleLowerCase();

/** Every word in name, city or address; or the digits of a number. */
export function isLike(person: Person, search: string): boolean {
  const digits = search.replace(/\D/g, '');
  const isNumber = digits.length >= 2 && /^[\d\s+()\-./]+$/.test(search.trim());
  if (isNumber) return person.phone?.replace(/\D/g, '').includes(digits) ?? false;
  const text = folded([personName(person), person.email, person.telegram, person.city].filter(Boolean).join(' '));
  return folded(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => text.includes(word));
}

function fits(person: Person, ask: PeopleAsk): boolean {
  const { status, language, country, responsible_id, tag, group, search } = ask;
  return (
    (status === '' || person.status === status) &&
    (language === '' || person.language === language) &&
    (country === '' || person.country === country) &&
    (responsible_id === '' || person.responsible_id === responsible_id) &&
    (tag === '' || person.tags.includes(tag)) &&
    (group === '' || person.groups.includes(group)) &&
    (search === '' || isLike(person, search))
  );
}

const orders: Record<string, (a: Person, b: Person) => number> = {
  name: (a, b) => personName(a).localeCompare(personName(b)),
  city: (a, b) => a.city.localeCompare(b.city),
  status: (a, b) => personStatuses.indexOf(a.status) - personStatuses.indexOf(b.status),
  '-created_at': (a, b) => b.created_at.localeCompare(a.created_at),
  '-updated_at': (a, b) => b.updated_at.localeCompare(a.updated_at),
};

/** The same of the people who are on this phone. */
export async function savedHere(db: PhoneDb, ask: PeopleAsk): Promise<{ rows: Person[]; count: number }> {
  const all = await db.people.limit(MOST_READ).toArray();
  const found = all.filter((person) => fits(person, ask)).toSorted(orders[ask.ordering] ?? orders['name']);
  return { rows: found.slice(0, MOST_SHOWN), count: found.length };
}
