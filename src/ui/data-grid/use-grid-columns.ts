import {
  type Column,
  type ColumnDef,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, useMemo } from 'react';
import type { GridColumn, GridLayout } from './grid-types.ts';

export const MIN_WIDTH = 64;
export const MAX_WIDTH = 640;

/** Width in px of the column with the check boxes. */
const CHECK_WIDTH = 44;

/**
 * The minimum width of a column as a share of its width, used if there is too little space. If that is not enough, the
 * grid scrolls sideways.
 */
const MIN_SHARE = 0.8;

const features = tableFeatures({
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

export interface GridColumns<Row> {
  shown: readonly GridColumn<Row>[];
  /** The style of the table that sets the widths of the columns in all rows. */
  style: CSSProperties;
  /** Starts resizing a column with the pointer. */
  startResize: (id: string, event: unknown) => void;
  /** Changes the width of a column by a number of px. */
  resizeBy: (id: string, px: number) => void;
}

const noRows: never[] = [];

/** Smallest and largest width of a column. The largest can be a length or the remaining space. */
type Track = readonly [least: number, most: string];

/**
 * Returns the track of each column. Three kinds of columns never shrink: those whose width the user has chosen, those
 * that keep their width, and the one that fills the remaining width, because it has the longest content.
 */
function tracksOf<Row>(
  columns: readonly GridColumn<Row>[],
  sizes: readonly number[],
  isChosen: (id: string) => boolean,
): Track[] {
  const growingIndex = columns.findIndex(({ grows }) => grows);
  const fillIndex = growingIndex === -1 ? columns.length - 1 : growingIndex;
  return columns.map(({ id, keepsWidth = false }, index): Track => {
    const size = sizes[index]!;
    if (index === fillIndex) return [size, '1fr'];
    return [keepsWidth || isChosen(id) ? size : Math.round(size * MIN_SHARE), `${size}px`];
  });
}

/**
 * Returns the columns with these ids. `ids` is a string with one id per line, so that the array stays the same as long
 * as no id changes.
 */
function useColumnsNamed<Row>(columns: readonly GridColumn<Row>[], ids: string): readonly GridColumn<Row>[] {
  return useMemo(
    () => ids.split('\n').flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [columns, ids],
  );
}

/** Returns the visible columns of a grid in the order and with the widths of the layout. */
export function useGridColumns<Row>(
  columns: readonly GridColumn<Row>[],
  layout: GridLayout,
  onLayout: ((layout: GridLayout) => void) | undefined,
  hasCheck: boolean,
): GridColumns<Row> {
  const definitions = useMemo<ColumnDef<typeof features, never>[]>(
    () => columns.map(({ id, width }) => ({ id, size: width, minSize: MIN_WIDTH, maxSize: MAX_WIDTH })),
    [columns],
  );
  const { order, hidden, widths } = layout;
  // The state is memoised, because the table computes its columns again for each new object.
  const state = useMemo(() => {
    const canHide = (id: string): boolean => columns.find((column) => column.id === id)?.isRowHead !== true;
    const columnVisibility = Object.fromEntries(hidden.filter(canHide).map((id) => [id, false]));
    return { columnOrder: order, columnVisibility, columnSizing: widths };
  }, [columns, order, hidden, widths]);
  const changeWidths = (updater: Updater<Record<string, number>>): void =>
    onLayout?.({ ...layout, widths: { ...functionalUpdate(updater, widths) } });
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    state,
    columnResizeMode: 'onChange',
    enableColumnResizing: onLayout !== undefined,
    onColumnSizingChange: changeWidths,
  });
  const visible: Column<typeof features, never>[] = table.getVisibleLeafColumns();
  const visibleIds = visible.map(({ id }) => id).join('\n');
  const shown = useColumnsNamed(columns, visibleIds);
  const sizes = visible.map((column) => column.getSize());
  const tracks = tracksOf(shown, sizes, (id) => id in widths);
  const least = tracks.reduce((sum, [width]) => sum + width, hasCheck ? CHECK_WIDTH : 0);
  const template = tracks.map(([width, most]) => `minmax(${width}px, ${most})`);
  if (hasCheck) template.unshift(`${CHECK_WIDTH}px`);
  return {
    shown,
    style: { '--columns': template.join(' '), '--least': `${least}px` } as CSSProperties,
    startResize: (id, event) =>
      table
        .getFlatHeaders()
        .find(({ column }) => column.id === id)
        ?.getResizeHandler()(event),
    resizeBy: (id, px) => {
      const width = (visible.find((column) => column.id === id)?.getSize() ?? 0) + px;
      changeWidths((before) => ({ ...before, [id]: Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)) }));
    },
  };
}
