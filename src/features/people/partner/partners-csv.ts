import { csvLine } from '../../../../contract/csv.ts';
import type { PartnerColumn } from './partner-columns.tsx';
import type { PartnerListRow } from './queries.ts';

/** Marks the file as UTF-8 for spreadsheets. */
const BOM = '\uFEFF';

/** Returns the rows as a CSV file with the given columns. Texts that a spreadsheet would run are made harmless. */
export function partnersCsv(rows: readonly PartnerListRow[], columns: readonly PartnerColumn[]): string {
  const lines = rows.map((row) => csvLine(columns.map(({ value }) => value(row))));
  return BOM + csvLine(columns.map(({ header }) => header)) + lines.join('');
}
