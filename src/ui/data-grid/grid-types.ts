import type { ReactNode } from 'react';

/** A column of a data grid. */
export interface GridColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Initial width in px. */
  width: number;
  isSortable?: boolean;
  /** Aligns the cells right, with digits of equal width. */
  isNumeric?: boolean;
  /** Takes the space that the other columns leave; without such a column the last one does. */
  grows?: boolean;
  /** The column that names its row: it cannot be hidden, and its cells are the row heads. */
  isRowHead?: boolean;
}

/** The rows of a grid. An array is one; a source that loads while scrolling returns undefined for rows on the way. */
export interface GridRows<Row> extends Iterable<Row> {
  readonly length: number;
  at: (index: number) => Row | undefined;
}

export interface GridSort {
  by: string;
  isDescending: boolean;
}

/** Order, visibility and widths of the columns. Columns that `order` does not name come after the others. */
export interface GridLayout {
  order: string[];
  hidden: string[];
  /** Widths in px of the columns whose width was changed. */
  widths: Record<string, number>;
}

export const initialLayout: GridLayout = { order: [], hidden: [], widths: {} };

/** Keys of the selected rows. */
export type Selection = ReadonlySet<string>;

export interface DataGridProps<Row> {
  'aria-label': string;
  columns: readonly GridColumn<Row>[];
  rows: GridRows<Row>;
  keyOf: (row: Row) => string;
  /** Name of a row, which its check box is labelled with. */
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
  /** Opens a row: Enter, or a press if there is no preview (then a double press). */
  onOpen?: (row: Row) => void;
  /** Shows a row beside the grid: Space, or a press. */
  onPreview?: (row: Row) => void;
  /** The focus moved to another row. */
  onMove?: (row: Row) => void;
  /** The rows between two indexes came into view, and have to be loaded if they are missing. */
  onSee?: (first: number, last: number) => void;
  /** Whether j and k move and x selects. */
  hasLetterKeys?: boolean;
}
