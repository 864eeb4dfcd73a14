import { useRef } from 'react';
import type { DataGridProps, Selection } from './grid-types.ts';
import { toggled, withRange } from './grid-selection.ts';

export interface Selecting {
  toggle: (index: number) => void;
  /** Selects all rows from the start of the range to this one. */
  range: (to: number) => void;
  /** Starts a range at a row. */
  startAt: (index: number) => void;
  /** Selects all loaded rows, or none if all are selected. */
  toggleAll: (isAll: boolean) => void;
  clear: () => void;
}

/** Returns functions that change the selection of a grid. They do nothing if its rows cannot be selected. */
export function useSelecting<Row>({ rows, keyOf, selected, onSelect }: DataGridProps<Row>): Selecting {
  // Index of the row at which a range begins.
  const anchor = useRef(0);
  const change = (next: (before: Selection) => Selection): void => onSelect?.(next(selected ?? new Set()));
  return {
    toggle: (index: number): void => {
      const row = rows.at(index);
      if (row === undefined) return;
      anchor.current = index;
      change((before) => toggled(before, keyOf(row)));
    },
    range: (to: number): void => change((before) => withRange(before, rows, keyOf, [anchor.current, to])),
    startAt: (index: number): void => {
      anchor.current = index;
    },
    toggleAll: (isAll: boolean): void =>
      change(() => (isAll ? new Set() : new Set(Array.from(rows, (row) => keyOf(row))))),
    clear: (): void => change(() => new Set()),
  };
}
