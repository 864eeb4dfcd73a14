import type { Contact } from '../../../contract/entities/contact.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { savedCallIntent } from '../../components/call/call-intent.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { personName } from '../../components/person/person-labels.ts';
import { contactsByIds, latestContacts } from '../../db/queries/contacts.ts';
import { latestInteractions } from '../../db/queries/interactions.ts';
import { savedPeople } from '../../db/queries/people.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { savedMeta } from '../../db/schema/meta.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import type { CalledPerson } from './draft.ts';
import { MAX_AHEAD_MS } from './linked-task.ts';
import { peopleMatching } from './queries.ts';

/** Maximum number of suggested people: two lines on a phone. */
export const MAX_LIKELY = 8;
/** Maximum number of rows that are read from each source. */
const MAX_READ = 50;

const person = (user_id: string, name = ''): CalledPerson => ({ user_id, contact_id: null, name, number: '' });
const contact = (contact_id: string, name = ''): CalledPerson => ({ user_id: null, contact_id, name, number: '' });

type Linked = { user_id?: string | null; contact_id: string | null };

const linkedPerson = ({ user_id, contact_id }: Linked, name: string): CalledPerson[] =>
  user_id ? [person(user_id, name)] : contact_id ? [contact(contact_id, name)] : [];

/** Returns the people who were called from this device and whose calls are not logged yet, latest first. */
async function dialledPeople(db: PhoneDb): Promise<CalledPerson[]> {
  const call = await savedCallIntent(db);
  if (!call) return [];
  return [call, ...(call.earlier ?? [])].flatMap(({ name, number, ...linked }) => {
    const known = linkedPerson(linked, name);
    return known.length > 0 ? known : [{ user_id: null, contact_id: null, name, number }];
  });
}

/**
 * Returns the people of the user's open call tasks: those of running tasks first, then those of paused and planned
 * tasks.
 */
async function peopleOfTasks({ db, actor, now }: Store): Promise<CalledPerson[]> {
  const inState = (state: Task['state'], until: string): Promise<Task[]> =>
    db.tasks.where('[state+start_at]').between([state, ''], [state, until]).limit(MAX_READ).toArray();
  const tasksByState = await Promise.all([
    inState('in_progress', '\uffff'),
    inState('paused', '\uffff'),
    inState('planned', iso(now() + MAX_AHEAD_MS)),
  ]);
  const calls = tasksByState.flat().filter(({ type, assignee_id }) => type === 'call' && assignee_id === actor.user_id);
  return calls.flatMap(({ linked_user_id, contact_id, linked_name }) =>
    linkedPerson({ user_id: linked_user_id, contact_id }, linked_name ?? ''),
  );
}

/** Returns the people whom the user called last. */
async function peopleOfCalls({ db, actor }: Store): Promise<CalledPerson[]> {
  const rows = await latestInteractions(db, MAX_READ);
  const calls = rows.filter(({ kind, author_id }) => kind === 'call' && author_id === actor.user_id);
  return calls.flatMap((row) => linkedPerson(row, ''));
}

/** Returns the people and contacts that the user opened last, then the most recently changed ones. */
async function recentPeople(db: PhoneDb): Promise<CalledPerson[]> {
  const [opened = [], people, contacts] = await Promise.all([
    savedMeta(db, 'recent_records'),
    peopleMatching(db, '', MAX_LIKELY),
    latestContacts(db, MAX_LIKELY),
  ]);
  return [
    ...opened.flatMap(({ kind, id }) => (kind === 'person' ? person(id) : kind === 'contact' ? contact(id) : [])),
    ...people.map(({ id }) => person(id)),
    ...contacts.map(({ id }) => contact(id)),
  ];
}

const idsOf = (people: readonly CalledPerson[], field: 'user_id' | 'contact_id'): string[] => [
  ...new Set(people.flatMap((calledPerson) => calledPerson[field] ?? [])),
];

/**
 * Returns the people with their current names, without duplicates, and without people whose name is not on this device.
 */
async function withCurrentNames(db: PhoneDb, people: readonly CalledPerson[]): Promise<CalledPerson[]> {
  const [users, contactRows] = await Promise.all([
    savedPeople(db, idsOf(people, 'user_id')),
    contactsByIds(db, idsOf(people, 'contact_id')),
  ]);
  const contacts = new Map(contactRows.flatMap((row): [string, Contact][] => (row ? [[row.id, row]] : [])));
  const byKey = new Map<string, CalledPerson>();
  for (const calledPerson of people) {
    const user = users.get(calledPerson.user_id ?? '');
    const saved = contacts.get(calledPerson.contact_id ?? '');
    const name = user ? personName(user) : saved ? contactName(saved) : calledPerson.name;
    // A contact that is linked to a user is the same person as that user.
    const key = calledPerson.user_id ?? saved?.linked_user_id ?? calledPerson.contact_id ?? calledPerson.number;
    if ((name !== '' || calledPerson.number !== '') && !byKey.has(key)) byKey.set(key, { ...calledPerson, name });
  }
  return [...byKey.values()];
}

/**
 * Returns the people to whom the user most likely talked: those called from this device, those of the next call tasks,
 * those called last, and those opened or changed last.
 */
export async function findLikelyPeople(store: Store): Promise<CalledPerson[]> {
  const { db } = store;
  const sources = await Promise.all([dialledPeople(db), peopleOfTasks(store), peopleOfCalls(store), recentPeople(db)]);
  return (await withCurrentNames(db, sources.flat())).slice(0, MAX_LIKELY);
}
