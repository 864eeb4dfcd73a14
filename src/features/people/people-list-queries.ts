import type { StructureUser } from '../../../contract/api-calls/people.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { personStatuses } from '../../../contract/filter-values.ts';
import { byPersonName, personMatcher } from '../../components/person/name-or-phone-search.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { staffKeys, type PageMeta, type PeopleQuery } from '../../lib/cached-pages.ts';
import { filterPeople } from '../../db/queries/people.ts';

export interface PeoplePage {
  rows: StructureUser[];
  about: PageMeta;
  at: string;
}

/** Returns a page of the server's people list as last fetched; null if it was never fetched. */
export async function savedPeoplePage(db: PhoneDb, query: PeopleQuery): Promise<PeoplePage | null> {
  const page = await db.pages.get(staffKeys.people(query));
  if (!page) return null;
  return { rows: page.rows as StructureUser[], about: page.about as PageMeta, at: page.fetched_at };
}

function filterOf(query: PeopleQuery): (person: Person) => boolean {
  const { status, language, country, responsible_id, tag, group, search } = query;
  const matchesSearch = personMatcher(search);
  return (person) =>
    (status === '' || person.status === status) &&
    (language === '' || person.language === language) &&
    (country === '' || person.country === country) &&
    (responsible_id === '' || person.responsible_id === responsible_id) &&
    (tag === '' || person.tags.includes(tag)) &&
    (group === '' || person.groups.includes(group)) &&
    matchesSearch(person);
}

const orders: Record<string, (a: Person, b: Person) => number> = {
  name: byPersonName,
  city: (a, b) => a.city.localeCompare(b.city),
  status: (a, b) => personStatuses.indexOf(a.status) - personStatuses.indexOf(b.status),
  country: (a, b) => (a.country ?? '').localeCompare(b.country ?? ''),
  language: (a, b) => a.language.localeCompare(b.language),
  responsible_name: (a, b) => (a.responsible_name ?? '').localeCompare(b.responsible_name ?? ''),
  created_at: (a, b) => a.created_at.localeCompare(b.created_at),
  updated_at: (a, b) => a.updated_at.localeCompare(b.updated_at),
};

/**
 * Returns the comparison for sorting people on this device. For an order that only the server supports, returns the
 * comparison by name.
 */
export function comparatorFor(ordering: string): (a: Person, b: Person) => number {
  const isDescending = ordering.startsWith('-');
  const order = orders[isDescending ? ordering.slice(1) : ordering] ?? byPersonName;
  return isDescending ? (a, b) => order(b, a) : order;
}

/** Returns the first matching people on this device, and the number of all matching ones. */
export async function matchingSyncedPeople(
  db: PhoneDb,
  query: PeopleQuery,
  limit: number,
): Promise<{ rows: Person[]; count: number }> {
  const matching = (await filterPeople(db, filterOf(query))).toSorted(comparatorFor(query.ordering));
  return { rows: matching.slice(0, limit), count: matching.length };
}
