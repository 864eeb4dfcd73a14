import type { Figure } from '../../../contract/api-calls/statistics.ts';
import type { FigureName } from '../../../contract/statistics.ts';
import type { GridSort } from '../../ui/data-grid/grid-types.ts';

/** A row of the table by employee or by country. */
export interface TableRow {
  key: string;
  /** The value of the search parameter that filters the records to this row. */
  group: string;
  name: string;
  figures: Partial<Record<FigureName, Figure>>;
}

const valueOf = (row: TableRow, figure: string): number => row.figures[figure as FigureName]?.value ?? 0;

/** Sorts rows by a figure or by name. Rows with equal values are sorted by name. */
export function sortTableRows(rows: readonly TableRow[], { by, isDescending }: GridSort): TableRow[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const byName = a.name.localeCompare(b.name);
    if (by === 'name') return sign * byName;
    return sign * (valueOf(a, by) - valueOf(b, by)) || byName;
  });
}

/** Returns the largest value of a figure, at least 1, to which bars are scaled. */
export const largestValue = (rows: readonly TableRow[], figure: FigureName): number =>
  Math.max(1, ...rows.map((row) => valueOf(row, figure)));

/** Returns the sum of each figure over all rows. */
export function totalOf(rows: readonly TableRow[], figures: readonly FigureName[]): TableRow['figures'] {
  const sum = (figure: FigureName): Figure =>
    rows.some((row) => row.figures[figure]?.available)
      ? { available: true, value: rows.reduce((total, row) => total + valueOf(row, figure), 0) }
      : { available: false };
  return Object.fromEntries(figures.map((figure) => [figure, sum(figure)]));
}
