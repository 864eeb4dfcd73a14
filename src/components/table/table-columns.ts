import { csvLine } from '../../../contract/csv.ts';
import type { GridColumn, GridSort } from '../../ui/data-grid/grid-types.ts';

export type CellValue = string | number | null;

/** A column of a table whose rows are sorted and exported on the device. */
export interface TableColumn<Row> extends GridColumn<Row> {
  /** Returns the value of the cell in a CSV file. */
  value: (row: Row) => CellValue;
  /** Returns the value by which the rows are sorted; if absent, they are sorted by `value`. */
  order?: (row: Row) => CellValue;
}

/** Returns the rows in the order of a column. Rows without a value come last in both directions. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: GridSort | undefined,
  locale: string,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.by);
  if (!column || !sort) return rows;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const valueOf = column.order ?? column.value;
  const isEmpty = (value: CellValue): value is null | '' => value === null || value === '';
  const direction = sort.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    const difference = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
    return difference * direction;
  });
}

/** Byte order mark, by which spreadsheets recognise the file as UTF-8. */
const BOM = '\uFEFF';

/**
 * Returns the rows as a CSV file with the given columns. Texts that a spreadsheet would run as formulas are escaped.
 */
export function tableCsv<Row>(
  rows: readonly Row[],
  columns: readonly Pick<TableColumn<Row>, 'header' | 'value'>[],
): string {
  const lines = rows.map((row) => csvLine(columns.map(({ value }) => value(row))));
  return BOM + csvLine(columns.map(({ header }) => header)) + lines.join('');
}
