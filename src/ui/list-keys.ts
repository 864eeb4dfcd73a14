/** Selector of the rows of all lists on the screen. */
const ROWS = 'main [role="list"] > li';

/**
 * Selector of the elements that can have the focus in a row. The first match opens the row, because other controls are
 * at the end of the row.
 */
const TARGETS = 'a[href], button:not(:disabled)';

const rowOf = (element: Element | null): Element | null => element?.closest(ROWS) ?? null;

/** Whether the focus is in a row, so that the arrow keys move between rows instead of scrolling. */
export const isInRow = (): boolean => rowOf(document.activeElement) !== null;

/** Whether the screen has a list. */
export const hasRows = (): boolean => document.querySelector(ROWS) !== null;

/** Focuses the first row that can have the focus. Hidden rows and rows without a link or button cannot. */
function focusFirst(rows: readonly Element[]): void {
  for (const row of rows) {
    const target = row.querySelector<HTMLElement>(TARGETS);
    target?.focus();
    if (target && document.activeElement === target) return;
  }
}

/**
 * Moves the focus to another row: the first, last, next or previous one. If the focus is outside the lists, the next
 * row is the first one below the upper edge of the window. The focus moves to the native links and buttons of the rows,
 * which users can also reach with Tab and screen readers.
 */
export function focusRow(which: 'first' | 'last' | 'next' | 'previous'): void {
  const rows = [...document.querySelectorAll(ROWS)];
  const current = rowOf(document.activeElement);
  const index = current ? rows.indexOf(current) : rows.findIndex((row) => row.getBoundingClientRect().bottom >= 0);
  if (which === 'first') focusFirst(rows);
  else if (which === 'last') focusFirst(rows.toReversed());
  else if (which === 'next') focusFirst(rows.slice(current ? index + 1 : index));
  else focusFirst(rows.slice(0, index).toReversed());
}
