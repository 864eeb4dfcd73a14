import { csvLine } from '../csv.ts';
import type { Issue } from './fields.ts';

export interface ProblemRow {
  line: number;
  cells: readonly string[];
  issues: readonly Issue[];
}

/** Names of the columns that are added to the problem rows. They match no field, so that the file can be imported. */
export const problemColumns = ['import_line', 'import_code', 'import_reason'] as const;

/**
 * Returns the problem rows as CSV: the columns of the file as they were, then the line, the codes and the reasons. The
 * first bytes mark the text as UTF-8 for spreadsheets.
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
