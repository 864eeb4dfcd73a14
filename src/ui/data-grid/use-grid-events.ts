import type { KeyboardEvent, MouseEvent } from 'react';
import type { DataGridProps } from './grid-types.ts';
import { HEAD_ROW } from './grid-keys.ts';
import type { GridColumns } from './use-grid-columns.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { CONTROLS, positionOf, type RovingCell } from './use-roving-cell.ts';
import { useSelecting } from './use-selecting.ts';

export interface GridEvents {
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: (event: MouseEvent) => void;
  onDoubleClick: (event: MouseEvent) => void;
  onMouseDown: (event: MouseEvent) => void;
  /** Selects all loaded rows, or none if all are selected. */
  toggleAll: (isAll: boolean) => void;
}

/** Whether an event is meant for a control inside a cell instead of the row. */
const isOnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(`${CONTROLS}, label`) !== null;

/** Returns the keyboard and pointer event handlers of the table. */
export function useGridEvents<Row>(
  props: DataGridProps<Row>,
  columns: GridColumns<Row>,
  roving: RovingCell,
): GridEvents {
  const { rows, onSelect, onOpen, onPreview, onMove } = props;
  const selecting = useSelecting(props);
  const onKeyDown = useGridKeys({ props, columns, roving, selecting });
  const hasSelection = onSelect !== undefined;
  const atRow = (index: number, act: ((row: Row) => void) | undefined): void => {
    const row = rows.at(index);
    if (row !== undefined) act?.(row);
  };

  const onClick = (event: MouseEvent): void => {
    const position = positionOf(event.target);
    if (!position || position.row === HEAD_ROW) return;
    const { row } = position;
    const isCheck = hasSelection && position.column === 0;
    if (!isCheck && isOnControl(event.target)) return;
    if (!isOnControl(event.target)) roving.goTo(position);
    if (hasSelection && event.shiftKey) selecting.range(row);
    else if (isCheck || (hasSelection && (event.ctrlKey || event.metaKey))) selecting.toggle(row);
    else {
      selecting.startAt(row);
      atRow(row, onMove);
      atRow(row, onPreview ?? onOpen);
    }
  };

  return {
    onKeyDown,
    onClick,
    onDoubleClick: ({ target }) => {
      const position = positionOf(target);
      if (position && position.row !== HEAD_ROW && !isOnControl(target) && onPreview) atRow(position.row, onOpen);
    },
    // Shift with a press selects a range of rows. Without this handler, the browser would also select their text.
    onMouseDown: (event) => {
      if (event.shiftKey && hasSelection && !isOnControl(event.target)) event.preventDefault();
    },
    toggleAll: selecting.toggleAll,
  };
}
