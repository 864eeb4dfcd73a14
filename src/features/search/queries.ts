import type { Book } from '../../../contract/entities/book.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { Ticket } from '../../../contract/entities/ticket.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { TextSource } from '../../../contract/search/text-sources.ts';
import type { TextMatches } from '../../bridge/search-api.ts';
import { search } from '../../bridge/search.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { personName } from '../../components/person/person-labels.ts';
import { contactsByIds, savedContact } from '../../db/queries/contacts.ts';
import { savedInteraction } from '../../db/queries/interactions.ts';
import { savedPeople, savedPerson } from '../../db/queries/people.ts';
import { waitingLeadsByIds } from '../../db/queries/waiting-leads.ts';
import type { PhoneDb } from '../../db/schema/db.ts';

/** A note about a person or contact, or about a call with a number that belongs to neither. */
export interface FoundNote {
  key: string;
  /** Name of the person or contact, or the number. */
  name: string;
  text: string;
  at: string;
  contact_id: string | null;
  user_id: string | null;
  /** The interaction that the note belongs to, if any. */
  call_id: string | null;
}

export interface FoundRows<Row> {
  rows: readonly Row[];
  /** Number of all matches. */
  count: number;
  /** Number of all searched rows. */
  of: number;
}

/** The results of a search in everything on this device. */
export interface DeviceSearchResults {
  people: FoundRows<Person>;
  contacts: FoundRows<Contact>;
  leads: FoundRows<WaitingLead>;
  tasks: FoundRows<Task>;
  tickets: FoundRows<StaffTicket>;
  requests: FoundRows<Ticket>;
  lessons: FoundRows<Lesson>;
  books: FoundRows<Book>;
  notes: FoundRows<FoundNote>;
  /** False while rows are still being indexed: more matches may follow. */
  isComplete: boolean;
}

/** Maximum number of results of each kind. */
export interface SearchLimits {
  people: number;
  others: number;
}

const noMatches: TextMatches = { found: [], total: 0, total_all: 0 };

const anyContact = { category: null, status: null, owner: 'all', sort: 'name', offset: 0 } as const;

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

async function rowsOf<Row>(
  { found, total, total_all }: TextMatches = noMatches,
  read: (ids: string[]) => PromiseLike<(Row | undefined)[]>,
): Promise<FoundRows<Row>> {
  const rows = await read(found.map(({ id }) => id));
  return { rows: rows.filter(isDefined), count: total, of: total_all };
}

type RawNote = Omit<FoundNote, 'name'> & { number?: string };

async function rawNote(db: PhoneDb, { table, id }: TextMatches['found'][number]): Promise<RawNote | undefined> {
  const none = { key: `${table}:${id}`, contact_id: null, user_id: null, call_id: null };
  if (table === 'contacts') {
    const row = await savedContact(db, id);
    return row && { ...none, text: row.notes, at: row.updated_at, contact_id: id };
  }
  if (table === 'people') {
    const row = await savedPerson(db, id);
    return row && { ...none, text: row.notes, at: row.updated_at, user_id: id };
  }
  if (table === 'person_events') {
    const row = await db.person_events.get(id);
    return row && { ...none, text: String(row.detail['text']), at: row.at, user_id: row.person_id };
  }
  const row = await savedInteraction(db, id);
  if (!row) return undefined;
  const { note: text, at, contact_id, user_id, phone_raw } = row;
  return { ...none, text, at, contact_id, user_id, call_id: id, number: phone_raw ?? '' };
}

/** Returns the notes with the names of their people; notes about a person who is not on this device are omitted. */
async function notesOf(db: PhoneDb, matches: readonly TextMatches[], limit: number): Promise<FoundRows<FoundNote>> {
  const found = matches.flatMap((each) => each.found);
  const rawNotes = (await Promise.all(found.map((each) => rawNote(db, each)))).filter(isDefined);
  const people = await savedPeople(
    db,
    rawNotes.flatMap(({ user_id }) => user_id ?? []),
  );
  const contacts = (
    await contactsByIds(
      db,
      rawNotes.flatMap(({ contact_id }) => contact_id ?? []),
    )
  ).filter(isDefined);
  const namedNotes = rawNotes.map(({ number = '', ...note }) => {
    const person = people.get(note.user_id ?? '');
    const contact = contacts.find(({ id }) => id === note.contact_id);
    return { ...note, name: person ? personName(person) : contact ? contactName(contact) : number };
  });
  const rows = namedNotes.filter(({ name }) => name !== '').toSorted((a, b) => b.at.localeCompare(a.at));
  const sum = (of: 'total' | 'total_all'): number => matches.reduce((all, each) => all + each[of], 0);
  return { rows: rows.slice(0, limit), count: sum('total') - (namedNotes.length - rows.length), of: sum('total_all') };
}

/** Returns the sources that a role may search, with their limits. */
function limitsOf(isStaff: boolean, { people, others }: SearchLimits): Partial<Record<TextSource, number>> {
  const everyone = { lessons: others, books: others, notes: others, contact_notes: others };
  return isStaff
    ? { ...everyone, people, leads: others, tasks: others, tickets: others }
    : { ...everyone, requests: others };
}

/**
 * Searches everything on this device that the role may see, with the index of the search worker; null if the worker
 * does not respond.
 */
export async function searchDevice(
  db: PhoneDb,
  user_id: string,
  text: string,
  isStaff: boolean,
  limits: SearchLimits,
): Promise<DeviceSearchResults | null> {
  const [contactResult, result] = await Promise.all([
    search.find(user_id, { ...anyContact, text, limit: limits.others }),
    search.findText(user_id, { text, limits: limitsOf(isStaff, limits) }),
  ]);
  if (!contactResult || !result) return null;
  const { people, leads, tasks, tickets, requests, lessons, books, notes, contact_notes } = result.sources;
  const contacts = contactResult.ids.map((id) => ({ table: 'contacts' as const, id }));
  return {
    people: await rowsOf(people, async (ids) => {
      const byId = await savedPeople(db, ids);
      return ids.map((id) => byId.get(id));
    }),
    contacts: await rowsOf({ ...contactResult, found: contacts }, (ids) => contactsByIds(db, ids)),
    leads: await rowsOf(leads, (ids) => waitingLeadsByIds(db, ids)),
    tasks: await rowsOf(tasks, (ids) => db.tasks.bulkGet(ids)),
    tickets: await rowsOf(tickets, (ids) => db.staff_tickets.bulkGet(ids)),
    requests: await rowsOf(requests, (ids) => db.tickets.bulkGet(ids)),
    lessons: await rowsOf(lessons, (ids) => db.lessons.bulkGet(ids)),
    books: await rowsOf(books, (ids) => db.books.bulkGet(ids)),
    notes: await notesOf(db, [notes ?? noMatches, contact_notes ?? noMatches], limits.others),
    isComplete: contactResult.is_complete && result.is_complete,
  };
}
