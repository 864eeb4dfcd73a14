import type { Window } from '../../../contract/entities/define.ts';
import { entityNames, windowOf } from '../../../contract/entities/stores.ts';
import type { PhoneDb } from '../schema/db.ts';
import type { AnyRow } from './view.ts';

const windowed = entityNames.flatMap((c) => {
  const window = windowOf(c);
  return window ? [{ c, window }] : [];
});

/** Returns the rows that are inside the window: the first `size` rows in the window's order. */
export function rowsInWindow<Row extends AnyRow>(rows: readonly Row[], { size, order }: Window): Row[] {
  const key = (row: Row): string => `${String(Reflect.get(row, order))} ${row.id}`;
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).slice(0, size);
}

/**
 * Deletes rows that have fallen out of the window of their entity; the server does not report this. Rows with
 * waiting writes stay until these are sent. Call inside the transaction of a pull that has reached the server's rev:
 * before that, rows that belong in the window may be missing. See: [Note: Windows]
 */
export async function dropSurplus(db: PhoneDb): Promise<void> {
  for (const { c, window } of windowed) {
    const table = db.table<AnyRow, string>(c);
    if ((await table.count()) <= window.size) continue;
    const copies = await db.base.where('[entity+id]').between([c, ''], [c, '\uffff']).toArray();
    const waiting = new Set(copies.map(({ id }) => id));
    // Rows that the server no longer has do not count towards the size of the window.
    const unseen = new Set(copies.flatMap(({ id, unseen: isUnseen }) => (isUnseen ? [id] : [])));
    // The index orders equal values by id.
    const ids = await table.orderBy(window.order).primaryKeys();
    const behind = ids.filter((id) => !unseen.has(id)).slice(window.size);
    await table.bulkDelete(behind.filter((id) => !waiting.has(id)));
  }
}
