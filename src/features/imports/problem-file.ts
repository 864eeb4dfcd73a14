import { problemRowsCsv } from '../../../contract/imports/problem-rows.ts';
import type { ImportPlanRow } from '../../../contract/api-calls/imports.ts';
import type { Issue } from '../../../contract/imports/fields.ts';
import { saveFile } from '../../components/media/save-file.ts';

/** Saves the rows with problems as a file, so that they can be corrected and imported again. */
export function saveProblemRows(
  filename: string,
  header: readonly string[],
  rows: readonly ImportPlanRow[],
  reasonOf: (issue: Issue) => string,
): void {
  const name = filename.replace(/\.[a-z]+$/i, '');
  saveFile(`${name}-problems.csv`, 'text/csv', [problemRowsCsv(header, rows, reasonOf)]);
}
