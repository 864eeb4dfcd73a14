import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Statistics } from '../../../contract/api-calls/statistics.ts';
import { countryFigureNames, figureNames } from '../../../contract/statistics.ts';
import { saveFile } from '../../components/media/save-file.ts';
import type { GridSort } from '../../ui/data-grid/grid-types.ts';
import { MenuButton, type MenuAction } from '../../ui/menu-button.tsx';
import { csvName, stepsCsv, statisticsCsv } from './csv.ts';
import { sortTableRows, type TableRow } from './table-rows.ts';

interface Sorts {
  byEmployee: GridSort;
  byCountry: GridSort;
}

/**
 * Returns the CSV files that can be downloaded, also offline: each table as it is sorted, and the values of each step.
 */
export function useCsvFiles(
  statistics: Statistics,
  rows: { staff: readonly TableRow[]; countries: readonly TableRow[] },
  { byEmployee, byCountry }: Sorts,
): MenuAction[] {
  const { t } = useLingui();
  const save = (table: string, text: string): void => saveFile(csvName(table, statistics), 'text/csv', [text]);
  return [
    {
      key: 'employees',
      label: t`By employee`,
      onPress: () =>
        save('employees', statisticsCsv(t`Employee`, sortTableRows(rows.staff, byEmployee), figureNames, t)),
    },
    {
      key: 'countries',
      label: t`By country`,
      onPress: () =>
        save('countries', statisticsCsv(t`Country`, sortTableRows(rows.countries, byCountry), countryFigureNames, t)),
    },
    {
      key: 'days',
      label: t`By time`,
      onPress: () => save('days', stepsCsv(t`From`, statistics, t)),
    },
  ];
}

export const CsvMenu = ({ files }: { files: readonly MenuAction[] }): ReactElement => (
  <MenuButton actions={files}>
    <Trans>Download CSV</Trans>
  </MenuButton>
);
