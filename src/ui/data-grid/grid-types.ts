import type { ReactNode } from 'react';

/** A column of a data grid. */
export interface GridColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Initial width in px. */
  width: number;
  isSortable?: boolean;
  /** Aligns the cells to the right, with digits of equal width. */
  isNumeric?: boolean;
  /** Keeps the column at its full width, because its texts have a known length and must not be cut. */
  keepsWidth?: boolean;
  /** Leaves the column out while a panel beside the grid takes its space. The panel shows the value. */
  isSecondary?: boolean;
  /** Makes the column fill the remaining width. If no column has this, the last one fills it. */
  grows?: boolean;
  /** Marks the column that names the row. It cannot be hidden, and its cells are row headers. */
  isRowHead?: boolean;
}

/**
 * The rows of a grid: an array, or a source that loads rows while scrolling and returns undefined for rows that have
 * not arrived.
 */
export interface GridRows<Row> extends Iterable<Row> {
  readonly length: number;
  at: (index: number) => Row | undefined;
}

export interface GridSort {
  by: string;
  isDescending: boolean;
}

/** Order, visibility and widths of the columns. Columns that are missing from `order` come after the others. */
export interface GridLayout {
  order: string[];
  hidden: string[];
  /** Widths in px of the columns whose width was changed. */
  widths: Record<string, number>;
}

export const initialLayout: GridLayout = { order: [], hidden: [], widths: {} };

/** Keys of the selected rows. */
export type Selection = ReadonlySet<string>;

/** The position of a page of rows in the whole list. */
export interface PagePlace {
  /** Number of rows on the previous pages. */
  before: number;
  /** Number of rows on all pages. */
  count: number;
}

export interface DataGridProps<Row> {
  'aria-label': string;
  columns: readonly GridColumn<Row>[];
  rows: GridRows<Row>;
  /** Set if `rows` are one page of a longer list, so that screen readers announce positions in the whole list. */
  page?: PagePlace;
  keyOf: (row: Row) => string;
  /** Identifies the filters and the order of the rows. When it changes, the grid scrolls back to the first row. */
  listKey?: string;
  /** Returns the name of a row, which labels its check box. */
  nameOf: (row: Row) => string;
  /** Shows skeleton rows as long as there are no rows. */
  isLoading?: boolean;
  /** Makes rows 52 px high, for two lines. */
  isTall?: boolean;
  sort?: GridSort;
  onSort?: (sort: GridSort) => void;
  layout?: GridLayout;
  onLayout?: (layout: GridLayout) => void;
  /** Keys of the selected rows. With `onSelect` the grid has a column of check boxes. */
  selected?: Selection;
  onSelect?: (selected: Selection) => void;
  /** Key of the row that is open beside the grid. */
  current?: string | undefined;
  /** Opens a row. Called on Enter, and on a press or, if there is `onPreview`, on a double press. */
  onOpen?: (row: Row) => void;
  /** Shows a row beside the grid. Called on Space and on a press. */
  onPreview?: (row: Row) => void;
  /** Called when the focus has moved to another row. */
  onMove?: (row: Row) => void;
  /** Called when the rows between two indexes have become visible, so that missing ones can be loaded. */
  onSee?: (first: number, last: number) => void;
  /** Whether the letter keys work: j and k move the focus, x selects. */
  hasLetterKeys?: boolean;
}
