import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { personStatuses } from '../../../contract/filter-values.ts';
import { contactsByIds, latestContacts } from '../../db/queries/contacts.ts';
import { latestPeopleIn, savedPerson } from '../../db/queries/people.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { saveMeta, savedMeta, type RecentPerson } from '../../db/schema/meta.ts';

/** Number of people who are remembered and suggested. */
export const MAX_RECENT = 5;

const recordPath = /^\/(user\/view-details|contacts)\/([\da-f]{8}-[\da-f-]{27})$/;

/** Returns the person or contact whose screen has this path; undefined for any other screen. */
export function personAt(path: string): RecentPerson | undefined {
  const [, screen, id] = recordPath.exec(path) ?? [];
  if (id === undefined) return undefined;
  return { kind: screen === 'contacts' ? 'contact' : 'person', id };
}

/** Remembers that the user opened a person or contact. */
export async function rememberPerson(db: PhoneDb, opened: RecentPerson): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = ((await savedMeta(db, 'recent_people')) ?? []).filter(({ id }) => id !== opened.id);
    await saveMeta(db, 'recent_people', [opened, ...others].slice(0, MAX_RECENT));
  });
}

export type Recent = { kind: 'person'; row: Person } | { kind: 'contact'; row: Contact };

async function rowOf(db: PhoneDb, { kind, id }: RecentPerson): Promise<Recent | undefined> {
  if (kind === 'person') {
    const row = await savedPerson(db, id);
    return row && { kind, row };
  }
  const [row] = await contactsByIds(db, [id]);
  return row && { kind, row };
}

/**
 * Returns the people and contacts that the user opened last and that are still on this device. If there are fewer than
 * five, the most recently changed ones follow.
 */
export async function recentPeople(db: PhoneDb, isStaff: boolean): Promise<Recent[]> {
  const opened = (await savedMeta(db, 'recent_people')) ?? [];
  const rows = (await Promise.all(opened.map((each) => rowOf(db, each)))).filter((row) => row !== undefined);
  if (rows.length >= MAX_RECENT) return rows;
  const people = isStaff
    ? (await Promise.all(personStatuses.map((status) => latestPeopleIn(db, status, MAX_RECENT)))).flat()
    : [];
  const changed: Recent[] = [
    ...people
      .toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))
      .map((row) => ({ kind: 'person', row }) as const),
    ...(await latestContacts(db, MAX_RECENT)).map((row) => ({ kind: 'contact', row }) as const),
  ];
  const known = new Set(rows.map(({ row }) => row.id));
  return [...rows, ...changed.filter(({ row }) => !known.has(row.id))].slice(0, MAX_RECENT);
}
