import { useState } from 'react';
import { useStore } from '../../../hooks/store-context.tsx';
import { saveFile } from '../../../components/media/save-file.ts';
import { failureText } from '../../../components/error/error-messages.ts';
import { useLingui } from '@lingui/react/macro';
import { tableCsv, type TableColumn } from '../../../components/table/table-columns.ts';
import { useSingleFlight } from '../../../hooks/use-write-action.ts';
import { toDateInput } from '../../../lib/dates.ts';
import { toast } from '../../../ui/toast.ts';
import { fetchMatching } from './bulk-filter.ts';
import type { BulkTarget } from './bulk-sheet.tsx';
import type { DeskPerson } from './desk-queries.ts';

/** Returns a function that saves people as a CSV file. If they are given by a filter, they are fetched first. */
export function usePeopleExport(columns: readonly TableColumn<DeskPerson>[]): {
  isExporting: boolean;
  exportCsv: (target: BulkTarget) => void;
} {
  const { t } = useLingui();
  const { now } = useStore();
  const runOnce = useSingleFlight();
  const [isExporting, setExporting] = useState(false);
  const run = async (target: BulkTarget): Promise<void> => {
    const people = 'people' in target ? target.people : await fetchMatching(target.query);
    if ('ok' in people) {
      toast(t(failureText(people).title), { tone: 'error' });
      return;
    }
    saveFile(`people-${toDateInput(now())}.csv`, 'text/csv', [tableCsv(people, columns)]);
  };
  const exportCsv = (target: BulkTarget): void => {
    setExporting(true);
    void runOnce(() => run(target)).finally(() => setExporting(false));
  };
  return { isExporting, exportCsv };
}
