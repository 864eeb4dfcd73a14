import { savedSyncStatus } from '../../../src/db/queries/status.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import { saveStatus } from '../../../src/db/schema/sync-meta.ts';
import type { TableState } from './read-table.ts';
import type { TableReader } from './tables/shared.ts';

/** Returns the time (ISO) of the oldest list on this device; null if any list has never been read. */
export async function lastCompleteRead(db: PhoneDb): Promise<string | null> {
  const { unread, last_fetched_at } = await savedSyncStatus(db);
  return unread ? unread.last_fetched_at : last_fetched_at;
}

/**
 * Stores which lists cannot be read, and the time of their data, so that the app does not say that it is up to date.
 * `earlier` is the time of the data of lists that this context has not read.
 */
export async function saveUnreadLists(
  db: PhoneDb,
  failing: readonly { table: TableReader; state: TableState }[],
  earlier: string | null,
): Promise<void> {
  const lists = failing.map(({ table }) => ({ entity: table.entity, call: table.lists[0]!.call }));
  const times = failing.map(({ state }) => state.read_at ?? earlier ?? '');
  // The empty time of a list that was never read sorts first, and is stored as null.
  const oldest = times.toSorted((a, b) => a.localeCompare(b))[0] || null;
  await saveStatus(db, ({ unread }) =>
    lists.length > 0 ? { unread: { last_fetched_at: oldest, lists } } : unread ? { unread: null } : {},
  );
}
