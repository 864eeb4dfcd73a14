import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { clampPosition, type GridPosition, type GridSize, HEAD_ROW, movePosition } from './grid-keys.ts';

export const CONTROLS = 'a[href], button, input, select, textarea';

/** Whether the element handles arrow keys and letters itself: a text field, a select or an editable element. */
export const isTextField = (element: Element): boolean =>
  element.matches('textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"])');

function targetAmong(cell: HTMLElement, controls: readonly HTMLElement[]): HTMLElement {
  const [only] = controls;
  return only !== undefined && controls.length === 1 && !isTextField(only) ? only : cell;
}

/**
 * Returns the element that gets the focus for a cell: the control in the cell if there is exactly one and it is not a
 * text field, otherwise the cell itself.
 */
export const focusTarget = (cell: HTMLElement): HTMLElement =>
  targetAmong(cell, [...cell.querySelectorAll<HTMLElement>(CONTROLS)]);

/**
 * Returns the element that gets the focus after the panel beside a table has closed: the name of the open row, or the
 * active cell of the table if that row is not rendered.
 */
export function openRowTarget(): HTMLElement | null {
  const name = document.querySelector<HTMLElement>('[role="grid"] [data-current="true"] [role="rowheader"]');
  return name ? focusTarget(name) : activeCellTarget();
}

/** Returns the only element of the table that Tab reaches. */
export const activeCellTarget = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');

/** Sets the tab index if it differs. Other writes are skipped, because each makes the browser compute styles again. */
function setTabIndex(element: HTMLElement, value: 0 | -1): void {
  if (element.getAttribute('tabindex') !== String(value)) element.tabIndex = value;
}

/**
 * Sets the tab indexes of the cells of a row: Tab reaches only the active cell, and the arrow keys reach all cells. If
 * a focused cell gets a control, such as a link in place of a text, the control gets the focus.
 */
export function useCellTabStops(row: RefObject<HTMLElement | null>, activeColumn: number | null): void {
  useLayoutEffect(() => {
    for (const cell of row.current?.querySelectorAll<HTMLElement>('[data-column]') ?? []) {
      const controls = cell.firstElementChild ? [...cell.querySelectorAll<HTMLElement>(CONTROLS)] : [];
      const target = targetAmong(cell, controls);
      const isActive = cell.dataset['column'] === String(activeColumn);
      const hadNoControl = cell.getAttribute('tabindex') === '0';
      for (const element of [cell, ...controls]) setTabIndex(element, isActive && element === target ? 0 : -1);
      if (hadNoControl && target !== cell && document.activeElement === cell) target.focus({ preventScroll: true });
    }
  });
}

/** Returns the position of the cell that contains an element. */
export function positionOf(element: EventTarget): GridPosition | undefined {
  if (!(element instanceof Element)) return undefined;
  const column = element.closest<HTMLElement>('[data-column]')?.dataset['column'];
  const row = element.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return column === undefined || row === undefined ? undefined : { row: Number(row), column: Number(column) };
}

export interface RovingCell {
  /** The only cell that Tab reaches. */
  active: GridPosition;
  /** Moves the focus to a cell, and scrolls to it. */
  goTo: (position: GridPosition) => void;
  /** Makes the first row the active one, unless the header is active. If a row has the focus, the first row gets it. */
  toStart: () => void;
  /** Marks the focused cell as the active one. */
  onFocus: (event: FocusEvent) => void;
  /** Moves the focus if the key is a navigation key, and returns the new position; otherwise returns undefined. */
  move: (event: KeyboardEvent, key: string) => GridPosition | undefined;
}

/** Moves the focus through the cells of a table by the WAI-ARIA grid pattern, with one tab stop for the whole table. */
export function useRovingCell(table: RefObject<HTMLElement | null>, size: GridSize, initialColumn: number): RovingCell {
  const [stored, setStored] = useState<GridPosition>({ row: 0, column: initialColumn });
  const isMoving = useRef(false);
  const active = clampPosition(stored, size);
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    const cell = table.current?.querySelector<HTMLElement>(
      `[data-row="${active.row}"] [data-column="${active.column}"]`,
    );
    if (!cell) return;
    isMoving.current = false;
    focusTarget(cell).focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const goTo = (position: GridPosition): void => {
    isMoving.current = true;
    setStored({ ...clampPosition(position, size) });
  };
  return {
    active,
    goTo,
    toStart: () => {
      if (stored.row === HEAD_ROW) return;
      isMoving.current = table.current?.contains(document.activeElement) ?? false;
      setStored({ row: 0, column: stored.column });
    },
    onFocus: ({ target }) => {
      const position = positionOf(target);
      if (position && (position.row !== active.row || position.column !== active.column)) setStored(position);
    },
    move: (event, key) => {
      const next = movePosition(key, active, size, event.ctrlKey || event.metaKey);
      if (!next) return undefined;
      event.preventDefault();
      goTo(next);
      return next;
    },
  };
}
