import {
  delimiterChars,
  type Delimiter,
  type ImportField,
  type ImportSettings,
} from '../../contract/imports/fields.ts';

/** Settings of an import whose columns are the given fields. */
export const settingsOf = (mapping: (ImportField | null)[], more: Partial<ImportSettings> = {}): ImportSettings => ({
  encoding: 'utf-8',
  delimiter: 'comma',
  has_header: true,
  mapping,
  mode: 'create_update',
  defaults: {},
  all_or_nothing: false,
  source: '',
  edits: {},
  choices: {},
  ...more,
});

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes a CSV file with a header that names the fields. */
export const csvOf = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  delimiter: Delimiter = 'comma',
): Buffer =>
  Buffer.from([columns, ...rows].map((cells) => `${cells.map(quoted).join(delimiterChars[delimiter])}\r\n`).join(''));
