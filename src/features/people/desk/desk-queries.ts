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
  about: PageMeta;
  /** When the page was fetched, ISO. */
  at: string;
  /** Ids of the rows in which values of this device have replaced those of the fetched page. */
  changed: ReadonlySet<string>;
}

/** Returns a page as last fetched, with unsent changes applied; null if it is not stored on this device. */
export async function savedDeskPage(db: PhoneDb, query: PeopleQuery, page: number): Promise<DeskPage | null> {
  const [found, badges] = await Promise.all([
    db.pages.get(staffKeys.people({ ...query, page })),
    savedBadges(db, 'people'),
  ]);
  if (!found) return null;
  const fetched = found.rows as StructureUser[];
  const localById = await savedPeople(
    db,
    fetched.map(({ id }) => id),
  );
  const changed = new Set<string>();
  const rows = fetched.map((row): DeskPerson => {
    const localRow = localById.get(row.id);
    const badge = badges.get(row.id);
    // This device's row is newer than the fetched one if it has unsent changes or a higher revision.
    const isNewer = localRow !== undefined && (badge !== undefined || localRow.rev > row.rev);
    if (isNewer || badge) changed.add(row.id);
    return isNewer ? { ...row, ...localRow, badge } : { ...row, badge };
  });
  return { rows, about: found.about as PageMeta, at: found.fetched_at, changed };
}

/** Returns the matching people on this device, which are shown if the server's list was never fetched. */
export async function savedDeskPeople(db: PhoneDb, query: PeopleQuery): Promise<{ rows: DeskPerson[]; count: number }> {
  const [{ rows, count }, badges] = await Promise.all([
    matchingSyncedPeople(db, query, MAX_SYNCED),
    savedBadges(db, 'people'),
  ]);
  return { rows: rows.map((row) => ({ ...row, badge: badges.get(row.id) })), count };
}
