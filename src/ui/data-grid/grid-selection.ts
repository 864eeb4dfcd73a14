import type { GridRows, Selection } from './grid-types.ts';

/** Returns the selection with one row toggled. */
export function toggleKey(selected: Selection, key: string): Selection {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Returns the selection with all loaded rows between two indexes added, including both ends. */
export function selectRange<Row>(
  selected: Selection,
  rows: GridRows<Row>,
  keyOf: (row: Row) => string,
  [from, to]: readonly [number, number],
): Selection {
  const next = new Set(selected);
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const row = rows.at(index);
    if (row !== undefined) next.add(keyOf(row));
  }
  return next;
}

/** Whether all, some or none of the loaded rows are selected. */
export function selectionState<Row>(
  selected: Selection,
  rows: GridRows<Row>,
  keyOf: (row: Row) => string,
): 'all' | 'some' | 'none' {
  if (selected.size === 0) return 'none';
  for (const row of rows) if (!selected.has(keyOf(row))) return 'some';
  return rows.length === 0 ? 'none' : 'all';
}
