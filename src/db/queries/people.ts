import type { Person } from '../../../contract/entities/person.ts';
import type { PersonStatus } from '../../../contract/filter-values.ts';
import { foldedStates } from '../outbox/entry.ts';
import type { PhoneDb } from '../schema/db.ts';
import { filterRows } from './filter-rows.ts';

// All screens read the people table through this module, so that they do not depend on how people are stored.

/** Returns one person; undefined if the person is not on this phone. */
export const savedPerson = (db: PhoneDb, id: string): Promise<Person | undefined> => db.people.get(id);

/** Returns the people with these ids as a map by id, without people who are not on this phone. */
export async function savedPeople(db: PhoneDb, ids: readonly string[]): Promise<Map<string, Person>> {
  const rows = await db.people.bulkGet([...ids]);
  return new Map(rows.flatMap((person) => (person ? [[person.id, person]] : [])));
}

/** Returns the matching people in the order of their ids: all of them, or the first `limit`. Scans all people. */
export const filterPeople = (db: PhoneDb, matches: (person: Person) => boolean, limit?: number): Promise<Person[]> =>
  filterRows(db.people, matches, limit);

/** Returns the people with this phone number. */
export const peopleByPhone = (db: PhoneDb, phone: string, limit: number): Promise<Person[]> =>
  db.people.where('phone').equals(phone).limit(limit).toArray();

/** Returns the people who are partners, the newest last. */
export const savedPartners = (db: PhoneDb): Promise<Person[]> => db.people.orderBy('partner_since').toArray();

/** Returns the most recently changed people with a status, latest first. */
export const latestPeopleIn = (db: PhoneDb, status: PersonStatus, limit: number): Promise<Person[]> =>
  db.people.where('[status+updated_at]').between([status, ''], [status, '\uffff']).reverse().limit(limit).toArray();

/** Returns the people for whom an employee is responsible and who have the given status. */
export const peopleOf = (db: PhoneDb, user_id: string, status: PersonStatus): Promise<Person[]> =>
  db.people.where('[responsible_id+status]').equals([user_id, status]).toArray();

/** Returns the number of people for whom an employee is responsible. */
export const countPeopleOf = (db: PhoneDb, user_id: string): Promise<number> =>
  db.people.where('[responsible_id+status]').between([user_id, ''], [user_id, '\uffff']).count();

/**
 * Returns the ids of the people with whom the user finished a task or logged an interaction, if that write is not sent
 * yet. The server has not received this work, so its data about these people may be outdated.
 */
export async function peopleWithUnsentWork(db: PhoneDb): Promise<Set<string>> {
  const entries = await db.outbox
    .where('state')
    .anyOf([...foldedStates])
    .filter(({ kind }) => kind === 'task.finish' || kind === 'interaction.log')
    .toArray();
  const [finished, logged] = [
    entries.filter(({ kind }) => kind === 'task.finish'),
    entries.filter(({ kind }) => kind === 'interaction.log'),
  ];
  const tasks = await db.tasks.bulkGet(finished.map(({ entity_id }) => entity_id));
  const interactions = await db.interactions.bulkGet(logged.map(({ entity_id }) => entity_id));
  const ids = [...tasks.map((task) => task?.linked_user_id), ...interactions.map((row) => row?.user_id)];
  return new Set(ids.filter((id) => id !== null && id !== undefined));
}

/** Returns an employee's leads that will return to the pool, soonest first, except those with unsent work. */
export async function nextReturningLeads(db: PhoneDb, user_id: string, limit: number): Promise<Person[]> {
  const worked = await peopleWithUnsentWork(db);
  return db.people
    .where('returns_at')
    .above('')
    .filter(({ id, responsible_id }) => responsible_id === user_id && !worked.has(id))
    .limit(limit)
    .toArray();
}
