import type { Person } from '../../../contract/entities/person.ts';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import { personStatuses, type PersonStatus } from '../../../contract/filter-values.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { personMatcher } from '../../components/person/name-or-phone-search.ts';
import { personName } from '../../components/person/person-labels.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { savedContact } from '../../db/queries/contacts.ts';
import { savedInteraction } from '../../db/queries/interactions.ts';
import type { CallDraft } from './draft.ts';
import { filterPeople, latestPeopleIn, savedPerson } from '../../db/queries/people.ts';

/**
 * Returns the matching assigned people, most recently changed first. Without a search text, returns the most recently
 * changed people.
 */
export async function peopleMatching(db: PhoneDb, text: string, limit: number): Promise<Person[]> {
  const latestOf = (status: PersonStatus): Promise<Person[]> => latestPeopleIn(db, status, limit);
  const people =
    text === ''
      ? (await Promise.all(personStatuses.map(latestOf))).flat()
      : await filterPeople(db, personMatcher(text));
  return people.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)).slice(0, limit);
}

/** The contact or person of a call; both null if neither is chosen. */
export type CalledRecord = Pick<CallDraft, 'contact_id' | 'user_id'>;

/** Returns the contact or person with their name, if they are synced. */
export async function withStoredName(
  db: PhoneDb,
  { contact_id, user_id }: CalledRecord,
): Promise<CalledRecord & { name: string }> {
  const contact = contact_id === null ? undefined : await savedContact(db, contact_id);
  const person = user_id === null ? undefined : await savedPerson(db, user_id);
  const name = contact ? contactName(contact) : person ? personName(person) : '';
  return { contact_id: contact?.id ?? null, user_id: person?.id ?? null, name };
}

export interface CallWithName {
  row: Interaction | null;
  /** Name of the contact or person, or the bare number; empty for a person who is not synced. */
  name: string;
}

/** Returns a logged call with the name to show for it. */
export async function callWithName(db: PhoneDb, id: string): Promise<CallWithName> {
  const row = (await savedInteraction(db, id)) ?? null;
  const contact = row?.contact_id ? await savedContact(db, row.contact_id) : undefined;
  const person = row?.user_id ? await savedPerson(db, row.user_id) : undefined;
  return { row, name: contact ? contactName(contact) : person ? personName(person) : (row?.phone_raw ?? '') };
}
