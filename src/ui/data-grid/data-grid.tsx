import { useLingui } from '@lingui/react/macro';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactElement, useEffect, useRef } from 'react';
import { GridHead } from './grid-head.tsx';
import { GridRow, SkeletonRow } from './grid-row.tsx';
import { selectionState } from './grid-selection.ts';
import { type DataGridProps, initialLayout } from './grid-types.ts';
import styles from './data-grid.module.css';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridEvents } from './use-grid-events.ts';
import { useRovingCell } from './use-roving-cell.ts';

/** A longer list renders only the rows that are visible. */
export const VIRTUAL_ABOVE = 100;

const ROW_PX = 44;
const TALL_ROW_PX = 52;
const OVERSCAN = 6;
const SKELETON_ROWS = 8;
/** Rows that Page Down moves by where the height is not known. */
const PAGE_ROWS = 10;

/**
 * A data grid on a real table, for lists at a desk. It shows what it is given and reports what the user wants: the
 * caller sorts, filters and loads the rows, and stores layout and selection.
 *
 * - `rows` is an array, or a source with a length that returns undefined for rows that are still loading; those are
 *   skeletons of the final height. Above 100 rows only the visible ones are rendered (`aria-rowcount`,
 *   `aria-rowindex`), and `onSee` reports which.
 * - `columns` should be memoized: rows render again only if their columns, their data or their state change.
 * - Keys, by the WAI-ARIA grid pattern with one tab stop: arrows, Home, End, Page Up and Page Down (Ctrl for first and
 *   last row) move; Enter opens or enters a control of the cell, Escape leaves it; Space previews; Shift with an
 *   arrow selects a range; Ctrl+A selects what is loaded; Escape clears the selection; in the head Enter sorts and
 *   Shift with left or right changes the width.
 * - Presses: a row previews or opens; the check box, Ctrl or Shift select.
 * - The height is limited by `--grid-height` (default: the window less the heads of a screen).
 */
export function DataGrid<Row>(props: DataGridProps<Row>): ReactElement {
  const { columns, rows, keyOf, layout = initialLayout, onLayout, onSelect, isTall = false, isLoading = false } = props;
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const hasCheck = onSelect !== undefined;
  const grid = useGridColumns(columns, layout, onLayout, hasCheck);
  const rowPx = isTall ? TALL_ROW_PX : ROW_PX;
  const pageRows = Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1;
  const columnCount = grid.shown.length + (hasCheck ? 1 : 0);
  const size = { rows: rows.length, columns: columnCount, page: pageRows > 0 ? pageRows : PAGE_ROWS };
  const roving = useRovingCell(table, size, hasCheck ? 1 : 0);
  const events = useGridEvents(props, grid, roving);
  const { active } = roving;

  const isVirtual = rows.length > VIRTUAL_ABOVE;
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    // The row with the focus stays, so that the keys still have a place to move from.
    rangeExtractor: (range: Range) => {
      const seen = defaultRangeExtractor(range);
      return active.row < 0 || seen.includes(active.row) ? seen : [...seen, active.row].toSorted((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  const shownRows = isVirtual
    ? items.map(({ index, start }) => ({ index, start }))
    : Array.from({ length: rows.length }, (_, index) => ({ index, start: null }));
  const first = isVirtual ? (virtualizer.range?.startIndex ?? 0) : 0;
  const last = isVirtual ? (virtualizer.range?.endIndex ?? 0) : rows.length - 1;
  const { onSee } = props;
  useEffect(() => onSee?.(first, last), [onSee, first, last]);

  const style = { ...grid.style, '--row': `${rowPx}px`, '--whole': `${rows.length * rowPx}px` } as CSSProperties;
  const isActiveRow = (index: number): number | null => (index === active.row ? active.column : null);
  return (
    <div className={styles.scroller} ref={scroller}>
      <table
        ref={table}
        role="grid"
        className={styles.table}
        style={style}
        aria-label={props['aria-label']}
        aria-rowcount={rows.length + 1}
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
          activeColumn={isActiveRow(-1)}
        />
        <tbody role="rowgroup" className={styles.body} data-virtual={isVirtual}>
          {isLoading &&
            rows.length === 0 &&
            Array.from({ length: SKELETON_ROWS }, (_, index) => (
              <SkeletonRow key={index} index={index} columns={columnCount} start={null} activeColumn={null} />
            ))}
          {shownRows.map(({ index, start }) => {
            const row = rows.at(index);
            const state = { index, start, activeColumn: isActiveRow(index) };
            if (row === undefined) return <SkeletonRow key={`at ${index}`} columns={columnCount} {...state} />;
            const key = keyOf(row);
            const name = props.nameOf(row);
            const isSelected = hasCheck ? (props.selected?.has(key) ?? false) : undefined;
            return (
              <GridRow
                key={key}
                row={row}
                columns={grid.shown}
                isSelected={isSelected}
                isCurrent={key === props.current}
                checkLabel={hasCheck ? t`Select ${name}` : ''}
                {...state}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
