import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { search } from '../../bridge/search.ts';
import { byPersonName, nameOrPhoneMatcher, personMatcher } from '../../components/person/name-or-phone-search.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { contactsByIds } from '../../db/queries/contacts.ts';
import { filterPeople } from '../../db/queries/people.ts';
import { filterWaitingLeads } from '../../db/queries/waiting-leads.ts';

const anyContactQuery = { category: null, status: null, owner: 'all', sort: 'name', offset: 0 } as const;

export interface FoundRows<Row> {
  rows: Row[];
  /** Number of all matches. */
  count: number;
}

/** Returns the first matching people and the number of all matching ones. */
const firstOf = <Row>(rows: Row[], limit: number): FoundRows<Row> => ({
  rows: rows.slice(0, limit),
  count: rows.length,
});

export async function foundPeople(db: PhoneDb, text: string, limit: number): Promise<FoundRows<Person>> {
  const people = await filterPeople(db, personMatcher(text));
  return firstOf(people.toSorted(byPersonName), limit);
}

/** Returns the matching waiting leads, for which a device stores only first name and place. */
export async function foundWaiting(db: PhoneDb, text: string, limit: number): Promise<FoundRows<WaitingLead>> {
  const fits = nameOrPhoneMatcher(text);
  const leads = await filterWaitingLeads(db, (lead) => fits(`${lead.first_name} ${lead.city}`, null));
  return firstOf(
    leads.toSorted((a, b) => a.waiting_since.localeCompare(b.waiting_since)),
    limit,
  );
}

/** Returns the matching contacts from the index of the search worker; null if the worker does not respond. */
export async function foundContacts(
  db: PhoneDb,
  user_id: string,
  text: string,
  limit: number,
): Promise<FoundRows<Contact> | null> {
  const results = await search.find(user_id, { ...anyContactQuery, text, limit });
  if (!results) return null;
  const rows = await contactsByIds(db, results.ids);
  return { rows: rows.filter((row) => row !== undefined), count: results.total };
}
