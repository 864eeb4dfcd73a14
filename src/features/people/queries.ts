import type { ActionLog } from '../../../contract/calls/people.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import { Person } from '../../../contract/entities/person.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { byPersonName } from '../../components/person/name-or-phone-search.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { filterRows } from '../../db/queries/filter-rows.ts';
import { entriesOf } from '../../db/outbox/view.ts';
import { staffKeys, type PageMeta } from '../../lib/cached-pages.ts';

const MAX_ROWS = 200;

export interface OnePerson {
  id: string;
  person: Person | null;
  badge: RowBadge | undefined;
  /** What is planned with them, the next first. */
  tasks: Task[];
  taskBadges: ReadonlyMap<string, RowBadge>;
  /** Somebody who is in the pool. */
  waiting: WaitingLead | null;
  /** A removal that has not been sent. */
  removal: Entry | null;
  /** As last fetched, where they are not mirrored here. */
  fetched: { person: Person; at: string } | null;
  /** They were here once: this phone had work of theirs taken by the server. */
  wasHere: boolean;
}

const isOpen = ({ state }: Task): boolean => state !== 'completed' && state !== 'cancelled';

async function planned(db: PhoneDb, id: string): Promise<Task[]> {
  const rows = await db.tasks.where('linked_user_id').equals(id).filter(isOpen).limit(MAX_ROWS).toArray();
  return rows.toSorted((a, b) => a.start_at.localeCompare(b.start_at));
}

async function lastFetched(db: PhoneDb, id: string): Promise<OnePerson['fetched']> {
  const page = await db.pages.get(staffKeys.person(id));
  const parsed = Person.safeParse(page?.rows[0]);
  return page && parsed.success ? { person: parsed.data, at: page.fetched_at } : null;
}

/** Everything that this phone knows of one person but the history. */
export async function onePerson(db: PhoneDb, id: string): Promise<OnePerson> {
  const [person, badges, tasks, taskBadges, waiting, entries] = await Promise.all([
    db.people.get(id),
    savedBadges(db, 'people'),
    planned(db, id),
    savedBadges(db, 'tasks'),
    db.waiting_leads.get(id),
    entriesOf(db, 'people', id),
  ]);
  const isHere = person !== undefined;
  const receipts = isHere
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
    fetched: isHere ? null : await lastFetched(db, id),
    wasHere: receipts > 0,
  };
}

export interface TagGroup {
  id: string;
  name: string;
  tags: { id: string; name: string }[];
}

/** Tags by their groups, as last fetched; null when they never were. */
export async function savedTags(db: PhoneDb): Promise<{ groups: TagGroup[]; at: string } | null> {
  const page = await db.pages.get(staffKeys.tags);
  return page ? { groups: page.rows as TagGroup[], at: page.fetched_at } : null;
}

/** Who may be the same person as this one: the same number or first name before all others, by their names. */
export async function possibleDuplicates(db: PhoneDb, person: Person): Promise<Person[]> {
  const name = person.first_name.toLocaleLowerCase();
  const same = (other: Person): number => {
    if (person.phone !== null && other.phone === person.phone) return 0;
    return other.first_name.toLocaleLowerCase() === name ? 1 : 2;
  };
  const rows = await filterRows(db.people, ({ id }) => id !== person.id);
  return rows.toSorted((a, b) => same(a) - same(b) || byPersonName(a, b));
}

/** To whom this person can be given: one's own to any colleague, one of the team's to the team. */
export async function savedColleagues(db: PhoneDb, person: Person, user_id: string): Promise<Employee[]> {
  const rows = await db.employees.orderBy('name').toArray();
  const isOwn = person.responsible_id === user_id;
  return rows.filter(
    ({ id, is_blocked, in_team }) =>
      !is_blocked && id !== person.responsible_id && (isOwn || in_team || id === user_id),
  );
}

/** Of when the finished tasks with somebody are; null when they were never fetched. */
export async function savedDoneAge(db: PhoneDb, id: string): Promise<string | null> {
  return (await db.pages.get(staffKeys.done(id)))?.fetched_at ?? null;
}

export interface Log {
  rows: ActionLog[];
  /** The page behind this one. */
  next: number | null;
  at: string;
}

/** A page of the action log as last fetched; null when it never was. */
export async function savedLog(db: PhoneDb, id: string, page: number): Promise<Log | null> {
  const found = await db.pages.get(staffKeys.log(id, page));
  if (!found) return null;
  const { next } = found.about as PageMeta;
  return { rows: found.rows as ActionLog[], next, at: found.fetched_at };
}
