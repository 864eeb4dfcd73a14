import type { ActionLogEntry } from '../../../contract/api-calls/people.ts';
import { Person } from '../../../contract/entities/person.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { byPersonName } from '../../components/person/name-or-phone-search.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { entriesOf } from '../../db/outbox/view.ts';
import { staffKeys, type PageMeta } from '../../lib/cached-pages.ts';
import { filterPeople, savedPerson } from '../../db/queries/people.ts';
import { savedWaitingLead } from '../../db/queries/waiting-leads.ts';

const MAX_ROWS = 200;

export interface PersonRecord {
  id: string;
  person: Person | null;
  badge: RowBadge | undefined;
  /** Planned tasks with the person, by start. */
  tasks: Task[];
  taskBadges: ReadonlyMap<string, RowBadge>;
  /** The person as a waiting lead, if they are in the pool. */
  waiting: WaitingLead | null;
  /** The unsent removal of the person, if there is one. */
  removal: Entry | null;
  /** The person as last fetched from the server, if they are not synced to this device. */
  fetched: { person: Person; at: string } | null;
  /** Whether the person was on this device before. Receipts of writes about the person show this. */
  wasSynced: boolean;
}

const isOpen = ({ state }: Task): boolean => state !== 'completed' && state !== 'cancelled';

async function plannedTasks(db: PhoneDb, id: string): Promise<Task[]> {
  const rows = await db.tasks.where('linked_user_id').equals(id).filter(isOpen).limit(MAX_ROWS).toArray();
  return rows.toSorted((a, b) => a.start_at.localeCompare(b.start_at));
}

async function fetchedPerson(db: PhoneDb, id: string): Promise<PersonRecord['fetched']> {
  const page = await db.pages.get(staffKeys.person(id));
  const parsed = Person.safeParse(page?.rows[0]);
  return page && parsed.success ? { person: parsed.data, at: page.fetched_at } : null;
}

/** Returns all data about a person on this device, except the timeline. */
export async function savedPersonRecord(db: PhoneDb, id: string): Promise<PersonRecord> {
  const [person, badges, tasks, taskBadges, waiting, entries] = await Promise.all([
    savedPerson(db, id),
    savedBadges(db, 'people'),
    plannedTasks(db, id),
    savedBadges(db, 'tasks'),
    savedWaitingLead(db, id),
    entriesOf(db, 'people', id),
  ]);
  const isSynced = person !== undefined;
  const receipts = isSynced
    ? 0
    : await db.history
        .filter(({ entity_id }) => entity_id === id)
        .limit(1)
        .count();
  return {
    id,
    person: person ?? null,
    badge: badges.get(id),
    tasks,
    taskBadges,
    waiting: waiting ?? null,
    removal: entries.findLast(({ kind }) => kind === 'lead.remove') ?? null,
    fetched: isSynced ? null : await fetchedPerson(db, id),
    wasSynced: receipts > 0,
  };
}

/**
 * Returns possible duplicates of a person: people with the same number first, then those with the same first name, then
 * all others by name.
 */
export async function findPossibleDuplicates(db: PhoneDb, person: Person): Promise<Person[]> {
  const name = person.first_name.toLocaleLowerCase();
  const similarity = (other: Person): number => {
    if (person.phone !== null && other.phone === person.phone) return 0;
    return other.first_name.toLocaleLowerCase() === name ? 1 : 2;
  };
  const rows = await filterPeople(db, ({ id }) => id !== person.id);
  return rows.toSorted((a, b) => similarity(a) - similarity(b) || byPersonName(a, b));
}

/** Returns the time at which the person's completed tasks were fetched; null if they were never fetched. */
export async function savedCompletedTasksTime(db: PhoneDb, id: string): Promise<string | null> {
  return (await db.pages.get(staffKeys.done(id)))?.fetched_at ?? null;
}

export interface ActionLogPage {
  rows: ActionLogEntry[];
  /** Number of the next page of the action log. */
  next: number | null;
  at: string;
}

/** Returns a page of a person's action log as last fetched; null if it was never fetched. */
export async function savedActionLog(db: PhoneDb, id: string, page: number): Promise<ActionLogPage | null> {
  const cachedPage = await db.pages.get(staffKeys.log(id, page));
  if (!cachedPage) return null;
  const { next } = cachedPage.about as PageMeta;
  return { rows: cachedPage.rows as ActionLogEntry[], next, at: cachedPage.fetched_at };
}
