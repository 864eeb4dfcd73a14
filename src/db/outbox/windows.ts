import type { Group, Window } from '../../../contract/entities/define.ts';
import { entityNames, stores, windowOf, type EntityName } from '../../../contract/entities/stores.ts';
import type { Change } from '../../../contract/sync.ts';
import type { PhoneDb } from '../schema/db.ts';
import { savedMetas, saveMeta } from '../schema/meta.ts';
import type { AnyRow } from './view.ts';

const windowed = entityNames.flatMap((c) => {
  const window = windowOf(c);
  return window ? [{ c, window }] : [];
});

const fieldOf = (row: AnyRow, field: string): string => String(Reflect.get(row, field));

/** Returns the rows that are inside the window of their group: the first `size` rows in the window's order. */
export function rowsInWindow<Row extends AnyRow>(
  rows: readonly Row[],
  { size, order, direction, group_by }: Window,
): Row[] {
  const key = (row: Row): string => `${fieldOf(row, order)} ${row.id}`;
  const sorted = rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  if (direction === 'desc') sorted.reverse();
  const counts = new Map<string, number>();
  return sorted.filter((row) => {
    const group = group_by === undefined ? '' : fieldOf(row, group_by);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= size;
  });
}

/**
 * Returns the row ids of each group that may have more rows than the window, in ascending order. More than `size` rows
 * of one group are adjacent in the index, so at least one of them is at a position divisible by `size`. Only the rows
 * at these positions are read to find the groups.
 */
async function largeGroups(db: PhoneDb, c: EntityName, { size, order, group_by }: Window): Promise<string[][]> {
  const table = db.table<AnyRow, string>(c);
  if ((await table.count()) <= size) return [];
  if (group_by === undefined) return [await table.orderBy(order).primaryKeys()];
  const index = `[${group_by}+${order}]`;
  const ids = await table.orderBy(index).primaryKeys();
  const probes = await table.bulkGet(ids.filter((_, position) => position % size === 0));
  const groups = new Set(probes.flatMap((row) => (row ? [fieldOf(row, group_by)] : [])));
  return Promise.all(
    [...groups].map((group) => table.where(index).between([group, ''], [group, '\uffff']).primaryKeys()),
  );
}

/**
 * Deletes the rows of an entity that have left the window. Returns whether rows with unsent writes remain, which may be
 * outside of the window.
 */
async function dropSurplusOf(db: PhoneDb, c: EntityName, window: Window): Promise<boolean> {
  const copies = await db.base.where('[entity+id]').between([c, ''], [c, '\uffff']).toArray();
  const waiting = new Set(copies.map(({ id }) => id));
  // Rows that the server does not have yet, or no longer has, do not count towards the size of the window.
  const uncounted = new Set(copies.flatMap(({ id, row, unseen }) => (row === null || unseen ? [id] : [])));
  for (const ids of await largeGroups(db, c, window)) {
    // The index orders equal values by id.
    const counted = (window.direction === 'desc' ? ids.toReversed() : ids).filter((id) => !uncounted.has(id));
    await db.table(c).bulkDelete(counted.slice(window.size).filter((id) => !waiting.has(id)));
  }
  return waiting.size > 0;
}

/** Returns whether changes contain rows of entities of which only a window is mirrored. */
export const hasWindowedRows = (changes: readonly Change[]): boolean =>
  changes.some(({ c }) => windowOf(c) !== undefined);

/**
 * Deletes rows that have fallen out of the window of their entity; the server does not report this. Rows with waiting
 * writes stay until these are sent. Call inside the transaction of a pull that has reached the server's rev in
 * `complete`: before that, rows that belong in the window may be missing. Does nothing if no rows can have left a
 * window since the last call, or if this database mirrors the documented API, whose lists are mirrored completely. See:
 * [Note: Windows]
 */
export async function dropSurplus(db: PhoneDb, complete: readonly Group[]): Promise<void> {
  const { windows_trimmed, documented } = await savedMetas(db, 'windows_trimmed', 'documented');
  if (windows_trimmed || documented) return;
  let isTrimmed = true;
  for (const { c, window } of windowed) {
    const mayHaveSurplus = !complete.includes(stores[c].group) || (await dropSurplusOf(db, c, window));
    if (mayHaveSurplus) isTrimmed = false;
  }
  if (isTrimmed) await saveMeta(db, 'windows_trimmed', true);
}
