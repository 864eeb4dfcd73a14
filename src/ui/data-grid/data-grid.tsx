import {
  type CSSProperties,
  type ReactElement,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { GridBody } from './grid-body.tsx';
import { GridHead } from './grid-head.tsx';
import { selectionState } from './grid-selection.ts';
import { HEAD_ROW } from './grid-keys.ts';
import { type DataGridProps, initialLayout } from './grid-types.ts';
import styles from './data-grid.module.css';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridEvents } from './use-grid-events.ts';
import { type RovingCell, useRovingCell } from './use-roving-cell.ts';

/** The value of `aria-rowcount` while the number of rows is unknown. */
const UNKNOWN = -1;
const ROW_PX = 44;
const TALL_ROW_PX = 52;
/** Number of rows by which Page Up and Page Down move if the height of the grid is not known. */
const PAGE_ROWS = 10;

/**
 * A data grid on a real table, for wide screens. It shows what it is given and reports what the user wants: the
 * caller sorts, filters and loads the rows, and stores layout and selection.
 *
 * - `rows` is an array, or a source with a length that returns undefined for rows that are still loading; those
 *   are shown as skeletons of the final height. Above 100 rows only the visible ones are rendered (`aria-rowcount`,
 *   `aria-rowindex`), and `onSee` reports which.
 * - `columns` should be memoized: rows render again only if their columns, their data or their state change.
 * - Keys, by the WAI-ARIA grid pattern with one tab stop: arrows, Home, End, Page Up and Page Down (Ctrl for first and
 *   last row) move; Enter opens or enters a control of the cell, Escape leaves it; Space previews; Shift with an
 *   arrow selects a range; Ctrl+A selects what is loaded; Escape clears the selection; in the header Enter sorts and
 *   Shift with left or right changes the width.
 * - A press previews or opens a row; a press on the check box, or with Ctrl or Shift, selects rows.
 * - The height is limited by `--grid-height` (default: the height of the window minus the headers of a screen).
 */
export function DataGrid<Row>(props: DataGridProps<Row>): ReactElement {
  const { columns, rows, keyOf, layout = initialLayout, onLayout, onSelect, isTall = false, isLoading = false } = props;
  // State instead of a ref, because the effects of the body run before the ref of a parent element is set.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const hasCheck = onSelect !== undefined;
  const grid = useGridColumns(columns, layout, onLayout, hasCheck);
  const rowPx = isTall ? TALL_ROW_PX : ROW_PX;
  const pageRows = Math.floor((scroller?.clientHeight ?? 0) / rowPx) - 1;
  const columnCount = grid.shown.length + (hasCheck ? 1 : 0);
  const size = { rows: rows.length, columns: columnCount, page: pageRows > 0 ? pageRows : PAGE_ROWS };
  const roving = useRovingCell(table, size, hasCheck ? 1 : 0);
  const events = useGridEvents(props, grid, roving);
  const { active } = roving;
  useReturnToStart(props.listKey, table, roving);

  // The position is memoised, because a new object at each render would render the body again.
  const position = useMemo(() => ({ row: active.row, column: active.column }), [active.row, active.column]);
  const style = { ...grid.style, '--row': `${rowPx}px`, '--whole': `${rows.length * rowPx}px` } as CSSProperties;
  return (
    <div className={styles.scroller} ref={setScroller}>
      <table
        ref={table}
        role="grid"
        className={styles.table}
        style={style}
        aria-label={props['aria-label']}
        aria-rowcount={isLoading && rows.length === 0 ? UNKNOWN : (props.page?.count ?? rows.length) + 1}
        aria-busy={isLoading}
        aria-multiselectable={hasCheck || undefined}
        onFocus={roving.onFocus}
        onKeyDown={events.onKeyDown}
        onClick={events.onClick}
        onDoubleClick={events.onDoubleClick}
        onMouseDown={events.onMouseDown}
      >
        <GridHead
          columns={grid.shown}
          sort={props.sort}
          onSort={props.onSort}
          onResizeStart={onLayout && grid.startResize}
          check={hasCheck ? selectionState(props.selected ?? new Set(), rows, keyOf) : undefined}
          onCheck={events.toggleAll}
          activeColumn={active.row === HEAD_ROW ? active.column : null}
        />
        <GridBody
          {...{ columns: grid.shown, rows, keyOf, hasCheck, isLoading, rowPx, scroller }}
          nameOf={props.nameOf}
          selected={props.selected}
          current={props.current}
          onSee={props.onSee}
          rowsBefore={props.page?.before ?? 0}
          active={position}
        />
      </table>
    </div>
  );
}

function scrollToTop(scroller: HTMLElement | null | undefined): void {
  if (scroller) scroller.scrollTop = 0;
}

/** Scrolls to the first row when the grid shows a different list, because the old position has no meaning there. */
function useReturnToStart(
  listKey: string | undefined,
  tableRef: RefObject<HTMLTableElement | null>,
  roving: RovingCell,
): void {
  const shown = useRef(listKey);
  const toStart = useEffectEvent(() => {
    if (shown.current === listKey) return;
    shown.current = listKey;
    scrollToTop(tableRef.current?.parentElement);
    roving.toStart();
  });
  useEffect(() => toStart(), [listKey]);
}
