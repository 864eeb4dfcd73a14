import type { Tx } from '../db/tables.ts';
import type { StoreName } from '../files/store-name.ts';

export interface ImportOptions {
  scope: string;
  now: string;
  prune: boolean;
  /** Returns the rev for changed rows. The first call increments the counter; later calls return the same rev. */
  nextRev: () => Promise<number>;
  /** The files that were stored before the transaction, by hash. All others are stored in the database. */
  placed?: ReadonlyMap<string, StoreName>;
}

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  /** Paths of rows in the database whose files are no longer in the folder. */
  removed: string[];
  pruned: number;
}

/** Tables whose rows are imported from files. */
type ContentTable = 'categories' | 'lessons' | 'news' | 'events' | 'books' | 'packages';

/** Returns the row of a path, even if it is deleted, so that a file that reappears keeps its id. */
export async function findExisting(tx: Tx, table: ContentTable, scope: string, path: string) {
  return tx
    .selectFrom(table)
    .select(['id', 'source_hash', 'deleted_at'])
    .where('scope', '=', scope)
    .where('path', '=', path)
    .executeTakeFirst();
}

export async function removedPaths(
  tx: Tx,
  table: ContentTable,
  scope: string,
  present: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom(table)
    .select('path')
    .where('scope', '=', scope)
    .where('deleted_at', 'is', null)
    .orderBy('path')
    .execute();
  return rows.map(({ path }) => path).filter((path) => !present.has(path));
}

export async function deleteRowsOfRemovedFiles(
  tx: Tx,
  table: ContentTable,
  paths: readonly string[],
  options: ImportOptions,
): Promise<void> {
  if (paths.length === 0) return;
  const rev = await options.nextRev();
  await tx
    .updateTable(table)
    .set({ deleted_at: options.now, rev, updated_at: options.now })
    .where('scope', '=', options.scope)
    .where('path', 'in', [...paths])
    .execute();
}
