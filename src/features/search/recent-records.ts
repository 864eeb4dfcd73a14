import type { Book } from '../../../contract/entities/book.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { Ticket } from '../../../contract/entities/ticket.ts';
import { personStatuses } from '../../../contract/filter-values.ts';
import { contactsByIds, latestContacts } from '../../db/queries/contacts.ts';
import { latestPeopleIn, savedPerson } from '../../db/queries/people.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { saveMeta, savedMeta, type RecentRecord } from '../../db/schema/meta.ts';

/** Maximum number of records that are stored and suggested. */
export const MAX_RECENT = 7;

/**
 * The screens of single records, and the kind of record that each shows. Kinds in `staffKinds` exist only for
 * employees.
 */
const kindByScreen: Readonly<Record<string, RecentRecord['kind']>> = {
  'user/view-details': 'person',
  contacts: 'contact',
  tasks: 'task',
  'user/new-request': 'ticket',
  help: 'request',
  'lesson/view': 'lesson',
  books: 'book',
};

const staffKinds: readonly RecentRecord['kind'][] = ['person', 'task', 'ticket'];

const recordPath = /^\/([a-z/-]+)\/([\da-f]{8}-[\da-f-]{27})$/;

/** Returns the record whose screen has this path; undefined for any other screen. */
export function recordAt(path: string): RecentRecord | undefined {
  const [, screen = '', id] = recordPath.exec(path) ?? [];
  const kind = kindByScreen[screen];
  return id === undefined || !kind ? undefined : { kind, id };
}

/** Stores that the user opened a record. */
export async function rememberRecord(db: PhoneDb, opened: RecentRecord): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = ((await savedMeta(db, 'recent_records')) ?? []).filter(({ id }) => id !== opened.id);
    await saveMeta(db, 'recent_records', [opened, ...others].slice(0, MAX_RECENT));
  });
}

export type RecentEntry =
  | { kind: 'person'; row: Person }
  | { kind: 'contact'; row: Contact }
  | { kind: 'task'; row: Task }
  | { kind: 'ticket'; row: StaffTicket }
  | { kind: 'request'; row: Ticket }
  | { kind: 'lesson'; row: Lesson }
  | { kind: 'book'; row: Book };

function rowOf(db: PhoneDb, { kind, id }: RecentRecord): PromiseLike<RecentEntry['row'] | undefined> {
  switch (kind) {
    case 'person':
      return savedPerson(db, id);
    case 'contact':
      return contactsByIds(db, [id]).then(([row]) => row);
    case 'task':
      return db.tasks.get(id);
    case 'ticket':
      return db.staff_tickets.get(id);
    case 'request':
      return db.tickets.get(id);
    case 'lesson':
      return db.lessons.get(id);
    case 'book':
      return db.books.get(id);
  }
}

/**
 * Returns the records that the user opened last and that are still on this device. If there are fewer than MAX_RECENT,
 * the most recently changed people and contacts follow.
 */
export async function readRecentRecords(db: PhoneDb, isStaff: boolean): Promise<RecentEntry[]> {
  const remembered = (await savedMeta(db, 'recent_records')) ?? [];
  const opened = remembered.filter(({ kind }) => isStaff || !staffKinds.includes(kind));
  const found = await Promise.all(opened.map(async ({ kind, id }) => ({ kind, row: await rowOf(db, { kind, id }) })));
  const rows = found.filter((each): each is RecentEntry => each.row !== undefined);
  if (rows.length >= MAX_RECENT) return rows;
  const people = isStaff
    ? (await Promise.all(personStatuses.map((status) => latestPeopleIn(db, status, MAX_RECENT)))).flat()
    : [];
  const changed: RecentEntry[] = [
    ...people
      .toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))
      .map((row) => ({ kind: 'person', row }) as const),
    ...(await latestContacts(db, MAX_RECENT)).map((row) => ({ kind: 'contact', row }) as const),
  ];
  const knownIds = new Set(rows.map(({ row }) => row.id));
  return [...rows, ...changed.filter(({ row }) => !knownIds.has(row.id))].slice(0, MAX_RECENT);
}
