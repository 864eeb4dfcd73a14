import { readCell, cellText, type CellContext, type ImportedPerson } from './cells.ts';
import { isWarning, type ImportSettings, type Issue } from './fields.ts';
import type { FileRow, ParsedFile } from './read-file.ts';

/** A row of the file: its cells, including the user's edits, and the values that were read from them. */
export interface ParsedRow {
  /** Position among the rows, starting at 0. Edits, choices and the progress of a run identify a row by it. */
  index: number;
  line: number;
  cells: string[];
  values: ImportedPerson;
  issues: Issue[];
}

export const hasErrors = (issues: readonly Issue[]): boolean => issues.some(({ code }) => !isWarning(code));

/** Returns the cells of a row, including the user's edits. */
export function editedCells({ cells }: FileRow, edits: Record<string, string> | undefined): string[] {
  if (!edits) return cells;
  const changed = [...cells];
  for (const [column, text] of Object.entries(edits)) changed[Number(column)] = text;
  return changed;
}

/** Returns the country for phone numbers without a country code: that of the row's own cell, otherwise the default. */
function countryOf(
  texts: readonly string[],
  { mapping, defaults }: ImportSettings,
  context: CellContext,
): string | null {
  const at = mapping.indexOf('country');
  const cell = at >= 0 && texts[at] ? readCell('country', texts[at], context) : null;
  if (cell && 'value' in cell) return cell.value as string;
  return defaults.country ?? context.country;
}

/** Reads one row: converts each mapped cell to the value of its field. */
function readRow(
  row: FileRow,
  index: number,
  width: number,
  settings: ImportSettings,
  context: CellContext,
): ParsedRow {
  const cells = editedCells(row, settings.edits[index]);
  const texts = cells.map(cellText);
  const rowContext = { ...context, country: countryOf(texts, settings, context) };
  const issues: Issue[] = cells.length === width ? [] : [{ field: null, code: 'ragged' }];
  const values: Record<string, unknown> = {};
  for (const [column, field] of settings.mapping.entries()) {
    const text = texts[column] ?? '';
    if (field === null || text === '') continue;
    const cell = readCell(field, text, rowContext);
    if ('code' in cell) issues.push({ field, code: cell.code });
    else values[field] = cell.value;
    if ('warning' in cell && cell.warning) issues.push({ field, code: cell.warning });
  }
  return { index, line: row.line, cells, values: values as ImportedPerson, issues };
}

/** Reads all rows of a file by the mapping in the settings. */
export function readRows(file: ParsedFile, settings: ImportSettings, context: CellContext): ParsedRow[] {
  return file.rows.map((row, index) => readRow(row, index, file.header.length, settings, context));
}
