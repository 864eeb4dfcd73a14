import type { SavedView } from '../../../contract/entities/saved-view.ts';
import type { PhoneDb } from '../schema/db.ts';

/** Returns the user's saved views of a table in their order. */
export async function viewsOf(db: PhoneDb, table: SavedView['table']): Promise<SavedView[]> {
  const rows = await db.saved_views.where('table').equals(table).toArray();
  return rows.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}
