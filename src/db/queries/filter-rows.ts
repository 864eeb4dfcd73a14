import type { EntityTable } from 'dexie';

const PAGE = 500;

/**
 * Returns the matching rows in the order of their ids: all of them, or the first `limit`. Reads in batches, so that the
 * app stays responsive, and rows that do not match are not kept in memory.
 */
export async function filterRows<Row extends { id: string }>(
  table: EntityTable<Row, 'id'>,
  fits: (row: Row) => boolean,
  limit = Infinity,
): Promise<Row[]> {
  const matches: Row[] = [];
  let last = '';
  for (;;) {
    const rows = await table.where('id').above(last).limit(PAGE).toArray();
    for (const row of rows) {
      if (fits(row)) matches.push(row);
      if (matches.length >= limit) return matches;
    }
    if (rows.length < PAGE) return matches;
    last = rows.at(-1)!.id;
  }
}
