import { Trans, useLingui } from '@lingui/react/macro';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { personName } from '../../../components/person/person-labels.ts';
import { saveFile } from '../../../components/media/save-file.ts';
import { areShortcutsOn } from '../../../hooks/shortcuts.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { toDateInput } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { ColumnButton, orderedColumns } from '../../../ui/data-grid/column-sheet.tsx';
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx';
import type { GridLayout, GridSort, Selection } from '../../../ui/data-grid/grid-types.ts';
import { BulkBar } from '../desk/bulk-bar.tsx';
import { BulkSheet } from '../desk/bulk-sheets.tsx';
import { useDeskKeys } from '../desk/use-desk-keys.ts';
import { usePartnerColumns } from './partner-columns.tsx';
import { partnersCsv } from './partners-csv.ts';
import styles from './partner.module.css';
import type { PartnerList } from './queries.ts';

/** Columns that are hidden until the user shows them. */
const initialColumns: GridLayout = { order: [], hidden: ['email', 'city'], widths: {} };

const isReset = ({ order, hidden, widths }: GridLayout): boolean =>
  order.length + hidden.length + Object.keys(widths).length === 0;

interface PartnersTableProps {
  list: PartnerList;
  sort: GridSort;
  onSort: (sort: GridSort) => void;
  /** Number of partners that match the filters. */
  count: ReactNode;
}

/**
 * The partners as a table, for wide screens. The selected partners can be assigned and tagged; managers can export the
 * selected partners or all.
 */
export function PartnersTable({ list, sort, onSort, count }: PartnersTableProps): ReactElement {
  const { t } = useLingui();
  const { actor, now } = useStore();
  const navigate = useNavigate();
  const columns = usePartnerColumns();
  const [layout, setLayout] = useState(initialColumns);
  const [selected, setSelected] = useState<Selection>(new Set());
  const [bulk, setBulk] = useState<'assign' | 'tag' | null>(null);
  const chosen = list.rows.filter(({ id }) => selected.has(id));
  const clear = (): void => setSelected(new Set());
  const exportCsv = (): void => {
    const shown = orderedColumns(columns, layout).filter(({ id }) => !layout.hidden.includes(id));
    const csv = partnersCsv(chosen.length > 0 ? chosen : list.rows, shown);
    saveFile(`partners-${toDateInput(now())}.csv`, 'text/csv', [csv]);
  };
  const canExport = actor.is_manager ? exportCsv : undefined;
  useDeskKeys({
    hasSelection: chosen.length > 0,
    onAssign: () => setBulk('assign'),
    onTag: () => setBulk('tag'),
    onExport: canExport,
    onEscape: chosen.length > 0 ? clear : undefined,
  });
  return (
    <Stack gap="m">
      <div className={styles.tools}>
        {count}
        <span>
          <ColumnButton
            columns={columns}
            layout={layout}
            onLayout={(next) => setLayout(isReset(next) ? initialColumns : next)}
          />
          {canExport && chosen.length === 0 && (
            <Button small variant="ghost" icon={<IconDownload aria-hidden="true" />} onPress={canExport}>
              <Trans>Export CSV</Trans>
            </Button>
          )}
        </span>
      </div>
      <DataGrid
        aria-label={t`Partners`}
        columns={columns}
        rows={list.rows}
        keyOf={({ id }) => id}
        nameOf={({ person }) => personName(person)}
        sort={sort}
        onSort={onSort}
        layout={layout}
        onLayout={setLayout}
        selected={selected}
        onSelect={setSelected}
        onOpen={({ id }) =>
          void navigate({ to: '/user/view-details/$personId', params: { personId: id }, search: { from: 'partners' } })
        }
        hasLetterKeys={areShortcutsOn()}
      />
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          onAssign={() => setBulk('assign')}
          onTag={() => setBulk('tag')}
          onExport={canExport}
          onClear={clear}
        />
      )}
      {bulk && (
        <BulkSheet
          kind={bulk}
          people={chosen.map(({ person, badge }) => ({ ...person, badge }))}
          onClose={() => setBulk(null)}
        />
      )}
    </Stack>
  );
}
