import { type KeyboardEvent, useRef } from 'react';
import type { DataGridProps } from './grid-types.ts';
import { type GridPosition, HEAD_ROW } from './grid-keys.ts';
import type { GridColumns } from './use-grid-columns.ts';
import { CONTROLS, focusTarget, isTextField, type RovingCell } from './use-roving-cell.ts';
import type { Selecting } from './use-selecting.ts';

/** Number of px by which a key press changes the width of a column. */
const RESIZE_STEP = 16;

const letterMoves: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp' };

const cellOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;

export interface KeyTargets<Row> {
  props: DataGridProps<Row>;
  columns: GridColumns<Row>;
  roving: RovingCell;
  selecting: Selecting;
}

/**
 * Changes the width of the column if the key is Shift with an arrow key on a cell of the header. Returns whether it has
 * changed the width.
 */
function resizeColumn<Row>({ key, shiftKey }: KeyboardEvent, { props, columns, roving }: KeyTargets<Row>): boolean {
  const { row, column } = roving.active;
  const shown = columns.shown[column - (props.onSelect ? 1 : 0)];
  const canResize = row === HEAD_ROW && props.onLayout !== undefined;
  if (!canResize || !shiftKey || !shown || !/^Arrow(Left|Right)$/.test(key)) return false;
  columns.resizeBy(shown.id, key === 'ArrowLeft' ? -RESIZE_STEP : RESIZE_STEP);
  return true;
}

/** Returns the action that a key runs on the row of the focused cell; undefined for other keys. */
function actionOf<Row>(event: KeyboardEvent, target: Element, targets: KeyTargets<Row>): (() => void) | undefined {
  const { key, shiftKey } = event;
  const { props, roving, selecting } = targets;
  const { row: index } = roving.active;
  const hasSelection = props.onSelect !== undefined;
  const row = props.rows.at(index);
  const isOnRow = index !== HEAD_ROW && row !== undefined;
  const cell = cellOf(target);
  const name = key.toLowerCase();
  const hasCommandKey = event.ctrlKey || event.metaKey;
  if (name === 'a' && hasCommandKey && hasSelection) return () => selecting.toggleAll(false);
  if (hasCommandKey || event.altKey) return undefined;
  if ((key === 'Enter' || key === 'F2') && target === cell) {
    const control = cell.querySelector<HTMLElement>(CONTROLS);
    if (control) return () => control.focus();
    return isOnRow ? () => props.onOpen?.(row) : undefined;
  }
  if (key === ' ' && isOnRow && !target.matches('input, button')) {
    if (props.onPreview) return () => props.onPreview?.(row);
    return hasSelection ? () => selecting.toggle(index) : undefined;
  }
  if (name === 'x' && props.hasLetterKeys && hasSelection && isOnRow)
    return () => (shiftKey ? selecting.range : selecting.toggle)(index);
  if (key === 'Escape' && (props.selected?.size ?? 0) > 0) return selecting.clear;
  return undefined;
}

/** Returns the key handler of the table. */
export function useGridKeys<Row>(targets: KeyTargets<Row>): (event: KeyboardEvent) => void {
  const { props, roving, selecting } = targets;
  // Whether the last move with an arrow key extended a range.
  const isExtending = useRef(false);

  const onMoved = (next: GridPosition, isRange: boolean): void => {
    if (next.row === roving.active.row) return;
    const row = next.row === HEAD_ROW ? undefined : props.rows.at(next.row);
    if (row !== undefined) props.onMove?.(row);
    // A move without Shift keeps the start of the range, so that X and Shift+X select all rows between two rows.
    if (isRange && !isExtending.current) selecting.startAt(roving.active.row);
    isExtending.current = isRange;
    if (isRange) selecting.range(next.row);
  };

  return (event) => {
    const { target } = event;
    const cell = cellOf(target);
    if (event.defaultPrevented || !(target instanceof HTMLElement) || !cell) return;
    const stopEvent = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (target !== focusTarget(cell) && target !== cell) {
      // A control inside a cell handles keys itself, except Escape, which moves the focus back to the cell.
      if (event.key !== 'Escape') return;
      stopEvent();
      focusTarget(cell).focus();
      return;
    }
    if (isTextField(target)) return;
    if (resizeColumn(event, targets)) return stopEvent();
    const action = actionOf(event, target, targets);
    if (action) {
      stopEvent();
      action();
      return;
    }
    if (event.altKey) return;
    const isLetter = props.hasLetterKeys && !event.ctrlKey && !event.metaKey;
    const next = roving.move(event, (isLetter && letterMoves[event.key]) || event.key);
    if (!next) return;
    event.stopPropagation();
    onMoved(next, event.shiftKey);
  };
}
