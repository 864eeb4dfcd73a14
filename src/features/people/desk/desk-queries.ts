import type { StructureUser } from '../../../../contract/api-calls/people.ts';
import type { Person } from '../../../../contract/entities/person.ts';
import { savedBadges, type RowBadge } from '../../../db/queries/badges.ts';
import { savedPeople } from '../../../db/queries/people.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';
import { staffKeys, type PageMeta, type PeopleQuery } from '../../../lib/cached-pages.ts';
import { matchingSyncedPeople } from '../people-list-queries.ts';

/** Rows of a page, as the worker fetches them. */
export const PAGE_ROWS = 50;

/** Rows of the people on this device that are shown if the server's list was never fetched. */
const MAX_SYNCED = 1000;

/**
 * A row of the table: a person as the server's list has them, with the changes that this device knows about. People who
 * are only on this device have no computed columns.
 */
export type DeskPerson = Person &
  Partial<Pick<StructureUser, 'next_task' | 'last_contact_at' | 'open_tasks' | 'tags_groups'>> & {
    badge: RowBadge | undefined;
  };

export interface DeskPages {
  /** Rows by page number, from 1. */
  pages: ReadonlyMap<number, DeskPerson[]>;
  about: PageMeta;
  /** When the oldest of these pages was fetched. */
  at: string;
}

/** Returns the given pages as last fetched, with the unsent changes; null if the first page never was. */
export async function savedDeskPages(
  db: PhoneDb,
  query: PeopleQuery,
  numbers: readonly number[],
): Promise<DeskPages | null> {
  const keys = numbers.map((page) => staffKeys.people({ ...query, page }));
  const [first, found, badges] = await Promise.all([
    db.pages.get(staffKeys.people({ ...query, page: 1 })),
    db.pages.bulkGet(keys),
    savedBadges(db, 'people'),
  ]);
  if (!first) return null;
  const rows = found.flatMap((page) => (page?.rows ?? []) as StructureUser[]);
  const localById = await savedPeople(
    db,
    rows.map(({ id }) => id),
  );
  const merged = (row: StructureUser): DeskPerson => {
    const own = localById.get(row.id);
    const badge = badges.get(row.id);
    // What this device knows is newer if it changed the person itself, or has synced since.
    return own && (badge || own.rev > row.rev) ? { ...row, ...own, badge } : { ...row, badge };
  };
  const pages = numbers.flatMap((number, index) => {
    const page = found[index];
    return page ? [[number, (page.rows as StructureUser[]).map(merged)] as const] : [];
  });
  const times = [first, ...found].flatMap((page) => (page ? [page.fetched_at] : []));
  return { pages: new Map(pages), about: first.about as PageMeta, at: times.toSorted()[0]! };
}

/** Returns the matching people on this device, for a list that was never fetched. */
export async function savedDeskPeople(db: PhoneDb, query: PeopleQuery): Promise<{ rows: DeskPerson[]; count: number }> {
  const [{ rows, count }, badges] = await Promise.all([
    matchingSyncedPeople(db, query, MAX_SYNCED),
    savedBadges(db, 'people'),
  ]);
  return { rows: rows.map((row) => ({ ...row, badge: badges.get(row.id) })), count };
}
