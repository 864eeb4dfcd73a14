import { useLingui } from '@lingui/react/macro';
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, type ReactElement, useEffect, useRef } from 'react';
import type { GridPosition } from './grid-keys.ts';
import { GridRow, SkeletonRow } from './grid-row.tsx';
import { slotsOf } from './grid-slots.ts';
import type { DataGridProps, GridColumn, Selection } from './grid-types.ts';
import styles from './data-grid.module.css';

/** A longer list renders only the rows that are visible. */
export const VIRTUAL_ABOVE = 100;

const OVERSCAN = 6;
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
  scroller: HTMLDivElement | null;
}

type RowVirtualizer = Virtualizer<HTMLDivElement, HTMLTableRowElement>;

interface ShownRow {
  key: string | null;
  index: number;
  start: number | null;
}

/** Returns the rows to render. No element moves in the document while the table is scrolled; at rest they are in order. */
function shownRows(virtualizer: RowVirtualizer, slots: ReadonlyMap<number, number>): ShownRow[] {
  const slotOf = ({ index }: { index: number }): number => slots.get(index) ?? 0;
  const items = virtualizer.getVirtualItems();
  const ordered = virtualizer.isScrolling ? items.toSorted((a, b) => slotOf(a) - slotOf(b)) : items;
  return ordered.map((item) => ({ key: `slot ${slotOf(item)}`, index: item.index, start: item.start }));
}

function PlainGridBody<Row>(props: GridBodyProps<Row>): ReactElement {
  const { columns, rows, keyOf, nameOf, selected, current, hasCheck, isLoading, active, rowPx, scroller, onSee } =
    props;
  const { t } = useLingui();
  const isVirtual = rows.length > VIRTUAL_ABOVE;
  const slots = useRef<ReadonlyMap<number, number>>(new Map());
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    // The row with the focus stays, so that the keys still have a place to move from.
    rangeExtractor: (range: Range) => {
      const seen = defaultRangeExtractor(range);
      return active.row < 0 || seen.includes(active.row) ? seen : [...seen, active.row].toSorted((a, b) => a - b);
    },
  });
  const first = isVirtual ? (virtualizer.range?.startIndex ?? 0) : 0;
  const last = isVirtual ? (virtualizer.range?.endIndex ?? 0) : rows.length - 1;
  useEffect(() => onSee?.(first, last), [onSee, first, last]);
  if (isVirtual) slots.current = slotsOf(slots.current, virtualizer.getVirtualIndexes());
  const shown = isVirtual
    ? shownRows(virtualizer, slots.current)
    : Array.from({ length: rows.length }, (_, index): ShownRow => ({ key: null, index, start: null }));
  const columnCount = columns.length + (hasCheck ? 1 : 0);
  return (
    <tbody role="rowgroup" className={styles.body} data-virtual={isVirtual}>
      {isLoading &&
        rows.length === 0 &&
        Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <SkeletonRow key={index} index={index} columns={columnCount} start={null} activeColumn={null} />
        ))}
      {shown.map(({ key, index, start }) => {
        const row = rows.at(index);
        const state = { index, start, activeColumn: index === active.row ? active.column : null };
        if (row === undefined) return <SkeletonRow key={key ?? `at ${index}`} columns={columnCount} {...state} />;
        const id = keyOf(row);
        const name = nameOf(row);
        return (
          <GridRow
            key={key ?? id}
            row={row}
            columns={columns}
            isSelected={hasCheck ? (selected?.has(id) ?? false) : undefined}
            isCurrent={id === current}
            checkLabel={hasCheck ? t`Select ${name}` : ''}
            {...state}
          />
        );
      })}
    </tbody>
  );
}

/** The rows of a data grid. Scrolling renders the body again and nothing else. */
export const GridBody = memo(PlainGridBody) as typeof PlainGridBody;
