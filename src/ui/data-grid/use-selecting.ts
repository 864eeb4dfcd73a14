import { useRef } from 'react';
import type { DataGridProps, Selection } from './grid-types.ts';
import { toggleKey, selectRange } from './grid-selection.ts';

export interface Selecting {
  toggle: (index: number) => void;
  /** Selects all rows from the start of the range to this one; without a start, only this one. */
  range: (to: number) => void;
  /** Starts a range at a row. */
  startAt: (index: number) => void;
  /** Selects all loaded rows, or none if all are selected. */
  toggleAll: (isAll: boolean) => void;
  clear: () => void;
}

/** Returns functions that change the selection of a grid. They do nothing if its rows cannot be selected. */
export function useSelecting<Row>({ rows, keyOf, selected, onSelect }: DataGridProps<Row>): Selecting {
  // The row at which a range begins; null if there is none. If the row was selected and the selection has been cleared
  // since, no range begins there any more.
  const anchor = useRef<{ index: number; key: string; wasSelected: boolean } | null>(null);
  const change = (next: (before: Selection) => Selection): void => onSelect?.(next(selected ?? new Set()));
  const startAt = (index: number, wasSelected = false): void => {
    const row = rows.at(index);
    if (row !== undefined) anchor.current = { index, key: keyOf(row), wasSelected };
  };
  return {
    toggle: (index: number): void => {
      const row = rows.at(index);
      if (row === undefined) return;
      startAt(index, true);
      change((before) => toggleKey(before, keyOf(row)));
    },
    range: (to: number): void => {
      const { index = to, key, wasSelected = false } = anchor.current ?? {};
      // A new order or filter may have moved the first row of the range to another index.
      const start = rows.at(index);
      const isCleared = wasSelected && (selected?.size ?? 0) === 0;
      const isKnown = start !== undefined && keyOf(start) === key && !isCleared;
      if (!isKnown) startAt(to, true);
      change((before) => selectRange(before, rows, keyOf, [isKnown ? index : to, to]));
    },
    startAt,
    toggleAll: (isAll: boolean): void =>
      change(() => (isAll ? new Set() : new Set(Array.from(rows, (row) => keyOf(row))))),
    clear: (): void => {
      anchor.current = null;
      change(() => new Set());
    },
  };
}
