import { csvLine } from '../../../../contract/csv.ts';
import type { GridColumn } from '../../../ui/data-grid/grid-types.ts';
import type { DeskPerson } from './desk-queries.ts';

/** Marks the file as UTF-8 for spreadsheets. */
const BOM = '\uFEFF';

/** Returns the rows as a CSV file with the given columns. Texts that a spreadsheet would run are made harmless. */
export function peopleCsv(
  people: readonly DeskPerson[],
  columns: readonly GridColumn<DeskPerson>[],
  textOf: (person: DeskPerson, column: string) => string,
): string {
  const lines = people.map((person) => csvLine(columns.map(({ id }) => textOf(person, id))));
  return BOM + csvLine(columns.map(({ header }) => header)) + lines.join('');
}
