import { csvLine } from '../csv.ts';
import type { Issue } from './fields.ts';

export interface ProblemRow {
  line: number;
  cells: readonly string[];
  issues: readonly Issue[];
}

/**
 * Names of the columns that the export of problem rows adds. They match no field, so they are ignored when the file is
 * imported again.
 */
export const problemColumns = ['import_line', 'import_code', 'import_reason'] as const;

/**
 * Returns the problem rows as CSV: the original columns, followed by the line, the error codes and the reasons. The
 * text starts with a byte-order mark, so that spreadsheets read it as UTF-8.
 */
export function problemRowsCsv(
  header: readonly string[],
  rows: readonly ProblemRow[],
  reasonOf: (issue: Issue) => string,
): string {
  const lines = rows.map(({ line, cells, issues }) => {
    const padded = Array.from({ length: Math.max(header.length, cells.length) }, (_, at) => cells[at] ?? '');
    return csvLine([...padded, line, issues.map(({ code }) => code).join(' '), issues.map(reasonOf).join('; ')]);
  });
  return `\uFEFF${csvLine([...header, ...problemColumns])}${lines.join('')}`;
}
