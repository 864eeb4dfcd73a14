import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactElement, useEffect, useRef, useState } from 'react';
import type { GridPosition } from './grid-keys.ts';
import { GridRow } from './grid-row.tsx';
import { assignSlots } from './grid-slots.ts';
import type { DataGridProps, GridColumn, Selection } from './grid-types.ts';
import styles from './data-grid.module.css';

/** If a list has more rows than this, only the visible rows are rendered. */
export const VIRTUAL_ABOVE = 100;

/** Number of rows rendered beyond the visible ones. More would make each frame slower. */
const OVERSCAN = 4;
/** Delay in ms between the last scroll event and the reordering of the row elements. */
const SCROLL_END_MS = 500;
const SKELETON_ROWS = 8;

export interface GridBodyProps<Row> extends Pick<DataGridProps<Row>, 'rows' | 'keyOf' | 'nameOf'> {
  selected: Selection | undefined;
  current: string | undefined;
  onSee: DataGridProps<Row>['onSee'] | undefined;
  columns: readonly GridColumn<Row>[];
  hasCheck: boolean;
  isLoading: boolean;
  rowPx: number;
  active: GridPosition;
  /** Number of rows on the pages before this one. */
  rowsBefore: number;
  scroller: HTMLDivElement | null;
}

interface ShownRow {
  key: string | null;
  index: number;
  start: number | null;
}

/**
 * Returns the rows to render. While the table is scrolled, they are in the order of their slots, so that no element
 * moves in the document. At rest, they are in the order of their indexes.
 */
function shownRows(isScrolling: boolean, slots: ReadonlyMap<number, number>, rowPx: number, count: number): ShownRow[] {
  const rows = [...slots].filter(([index]) => index < count);
  const ordered = rows.toSorted(([a, slotOfA], [b, slotOfB]) => (isScrolling ? slotOfA - slotOfB : a - b));
  return ordered.map(([index, slot]) => ({ key: `slot ${slot}`, index, start: index * rowPx }));
}

/**
 * Returns the columns. While the grid is scrolled, columns whose contents have changed, such as times relative to the
 * current minute, are not updated until scrolling ends: an update would render all rows again, which takes longer than
 * a frame.
 */
function useSteadyColumns<Row>(columns: readonly GridColumn<Row>[], isScrolling: boolean): readonly GridColumn<Row>[] {
  const [shown, setShown] = useState(columns);
  const isSameSet = shown.length === columns.length && shown.every(({ id }, at) => id === columns[at]?.id);
  if (isScrolling && isSameSet) return shown;
  if (shown !== columns) setShown(columns);
  return columns;
}

function PlainGridBody<Row>(props: GridBodyProps<Row>): ReactElement {
  const { rows, keyOf, nameOf, selected, current, hasCheck, isLoading, active, rowPx, scroller, onSee } = props;
  const { rowsBefore } = props;
  const isVirtual = rows.length > VIRTUAL_ABOVE;
  const slots = useRef<ReadonlyMap<number, number>>(new Map());
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    isScrollingResetDelay: SCROLL_END_MS,
    // A new row is rendered after the frame that scrolled, and painted with the next one. Both in one frame would take
    // longer than a frame on a slow device; the rows beyond the visible ones hide the delay.
    useFlushSync: false,
    // The row with the focus is always rendered, so that the arrow keys can move on from it.
    rangeExtractor: (range: Range) => {
      const seen = defaultRangeExtractor(range);
      return active.row < 0 || seen.includes(active.row) ? seen : [...seen, active.row].toSorted((a, b) => a - b);
    },
  });
  const columns = useSteadyColumns(props.columns, isVirtual && virtualizer.isScrolling);
  const first = isVirtual ? (virtualizer.range?.startIndex ?? 0) : 0;
  const last = isVirtual ? (virtualizer.range?.endIndex ?? 0) : rows.length - 1;
  useEffect(() => onSee?.(first, last), [onSee, first, last]);
  if (isVirtual) slots.current = assignSlots(slots.current, virtualizer.getVirtualIndexes());
  const shown = isVirtual
    ? shownRows(virtualizer.isScrolling, slots.current, rowPx, rows.length)
    : Array.from({ length: rows.length }, (_, index): ShownRow => ({ key: null, index, start: null }));
  return (
    <tbody role="rowgroup" className={styles.body} data-virtual={isVirtual}>
      {isLoading &&
        rows.length === 0 &&
        Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <GridRow
            key={index}
            row={undefined}
            columns={columns}
            {...{ index, rowsBefore }}
            start={null}
            activeColumn={null}
            isSelected={hasCheck ? false : undefined}
            isCurrent={false}
            name=""
          />
        ))}
      {shown.map(({ key, index, start }) => {
        const row = rows.at(index);
        const id = row && keyOf(row);
        return (
          <GridRow
            key={key ?? id ?? `at ${index}`}
            row={row}
            columns={columns}
            {...{ index, rowsBefore }}
            start={start}
            activeColumn={index === active.row ? active.column : null}
            isSelected={hasCheck ? id !== undefined && (selected?.has(id) ?? false) : undefined}
            isCurrent={id !== undefined && id === current}
            name={row === undefined ? '' : nameOf(row)}
          />
        );
      })}
    </tbody>
  );
}

/** The body of a data grid. It is memoised, so that scrolling renders only the body again. */
export const GridBody = memo(PlainGridBody) as typeof PlainGridBody;
