import type { StructureUser } from '../../../../contract/api-calls/people.ts';
import type { TablePerson } from '../../../components/person/person-columns.tsx';
import { savedBadges } from '../../../db/queries/badges.ts';
import { savedPeople } from '../../../db/queries/people.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';
import { staffKeys, type PageMeta, type PeopleQuery } from '../../../lib/cached-pages.ts';
import { matchingSyncedPeople } from '../people-list-queries.ts';

/** Number of rows per page of the server's list. */
export const PAGE_ROWS = 50;

/** Maximum number of rows shown from this device if the server's list was never fetched. */
const MAX_SYNCED = 1000;

/** A row of the people table: a person from the server's list, with the changes that are on this device. */
export type DeskPerson = TablePerson;

export interface DeskPage {
  rows: readonly DeskPerson[];
  /** When the page was fetched, ISO. */
  at: string;
  /** Ids of the rows in which values of this device have replaced those of the fetched page. */
  changed: ReadonlySet<string>;
}

export interface DeskPages {
  /** Pages by number, from 1. */
  pages: ReadonlyMap<number, DeskPage>;
  about: PageMeta;
  /** When the oldest of these pages was fetched, ISO. */
  at: string;
}

/** Returns the given pages as last fetched, with unsent changes applied; null if the first page was never fetched. */
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
  const pageOf = (fetched: readonly StructureUser[], at: string): DeskPage => {
    const changed = new Set<string>();
    const merged = fetched.map((row): DeskPerson => {
      const own = localById.get(row.id);
      const badge = badges.get(row.id);
      // This device's row is newer than the fetched one if it has unsent changes or a higher revision.
      const isNewer = own !== undefined && (badge !== undefined || own.rev > row.rev);
      if (isNewer || badge) changed.add(row.id);
      return isNewer ? { ...row, ...own, badge } : { ...row, badge };
    });
    return { rows: merged, at, changed };
  };
  const pages = numbers.flatMap((number, index) => {
    const page = found[index];
    return page ? [[number, pageOf(page.rows as StructureUser[], page.fetched_at)] as const] : [];
  });
  const times = [first, ...found].flatMap((page) => (page ? [page.fetched_at] : []));
  return { pages: new Map(pages), about: first.about as PageMeta, at: times.toSorted()[0]! };
}

/** Returns the matching people on this device, shown if the server's list was never fetched. */
export async function savedDeskPeople(db: PhoneDb, query: PeopleQuery): Promise<{ rows: DeskPerson[]; count: number }> {
  const [{ rows, count }, badges] = await Promise.all([
    matchingSyncedPeople(db, query, MAX_SYNCED),
    savedBadges(db, 'people'),
  ]);
  return { rows: rows.map((row) => ({ ...row, badge: badges.get(row.id) })), count };
}
