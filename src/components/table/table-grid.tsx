import { Trans, useLingui } from '@lingui/react/macro';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { areShortcutsOn } from '../../hooks/shortcuts.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { toDateInput } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { ColumnButton, orderedColumns } from '../../ui/data-grid/column-sheet.tsx';
import { DataGrid } from '../../ui/data-grid/data-grid.tsx';
import type { GridSort, Selection } from '../../ui/data-grid/grid-types.ts';
import { saveFile } from '../media/save-file.ts';
import { BulkActions, type BulkOptions } from './bulk-actions.tsx';
import type { PanelPosition } from './panel-head.tsx';
import { sortedRows, tableCsv, type TableColumn } from './table-columns.ts';
import styles from './table-grid.module.css';
import { useTableKeys } from './use-table-keys.ts';
import { useTableLayout } from './use-table-layout.ts';
import { useFittingColumns } from './use-table-width.ts';

export interface TableGridProps<Row> {
  /** Name of the table, used for the file of an export and for the column layout that is stored in this browser. */
  name: string;
  'aria-label': string;
  columns: readonly TableColumn<Row>[];
  /** Columns that are hidden until the user shows them. */
  hidden?: readonly string[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  sort?: GridSort;
  onSort?: (sort: GridSort) => void;
  /** Whether the caller has already sorted the rows in the order of `sort`. */
  isSorted?: boolean;
  /** Filters of the rows, in one line with the buttons of the table. */
  filters?: ReactNode;
  /** Text with the number of rows. */
  count?: ReactNode;
  /** Shown instead of the table if there are no rows. */
  empty?: ReactNode;
  /** Whether the user may export the rows as CSV. */
  canExport: boolean;
  /** Actions on the selected rows, and the name of their toolbar. Without them, rows cannot be selected. */
  bulk?: BulkOptions<Row>;
  isTall?: boolean;
  onOpen?: (row: Row) => void;
  /** Key of the row that is open beside the table. */
  current?: string | undefined;
  /** Shows a row in the panel; undefined closes the panel. */
  onPreview?: (key: string | undefined) => void;
  /** Returns the panel of the open row. */
  panel?: (row: Row, place: PanelPosition) => ReactNode;
}

const noneHidden: readonly string[] = [];

/** Returns the position of the open row in the table. */
function panelPositionOf<Row>({ rows, keyOf, current, onPreview }: TableGridProps<Row>): PanelPosition {
  const index = rows.findIndex((row) => keyOf(row) === current);
  return {
    place: index < 0 ? null : index + 1,
    count: rows.length,
    onMove: (by) => {
      const next = index < 0 ? undefined : rows[index + by];
      return next && (() => onPreview?.(keyOf(next)));
    },
    onClose: () => onPreview?.(undefined),
  };
}

/**
 * A table whose rows are all on the device. It sorts them, exports all rows or the selected ones as CSV, offers actions
 * on the selected rows, and shows the open row in a panel.
 */
export function TableGrid<Row>(props: TableGridProps<Row>): ReactElement {
  const { name, columns, hidden = noneHidden, keyOf, sort, canExport, bulk, current, onPreview, onOpen, panel } = props;
  const { i18n } = useLingui();
  const { now } = useStore();
  const { layout, setLayout } = useTableLayout(name, hidden);
  const [selected, setSelected] = useState<Selection>(new Set());
  const { locale } = i18n;
  const by = props.isSorted ? undefined : sort?.by;
  const isDescending = sort?.isDescending ?? false;
  const rows = useMemo(
    () => sortedRows(props.rows, columns, by === undefined ? undefined : { by, isDescending }, locale),
    [props.rows, columns, by, isDescending, locale],
  );
  const selectedRows = rows.filter((row) => selected.has(keyOf(row)));
  const clearSelection = (): void => setSelected(new Set());
  const exportCsv = (): void => {
    const shown = orderedColumns(columns, layout).filter(
      ({ id, isRowHead }) => isRowHead || !layout.hidden.includes(id),
    );
    const csv = tableCsv(selectedRows.length > 0 ? selectedRows : rows, shown);
    saveFile(`${name}-${toDateInput(now())}.csv`, 'text/csv', [csv]);
  };
  const actions = bulk && selectedRows.length > 0 ? bulk.actions : [];
  const closePanel = current === undefined || !onPreview ? undefined : () => onPreview(undefined);
  useTableKeys({
    letters: {
      ...Object.fromEntries(actions.map(({ letter, onPress }) => [letter, () => onPress(selectedRows)])),
      ...(canExport && selectedRows.length > 0 && { e: exportCsv }),
    },
    onEscape: selectedRows.length > 0 ? clearSelection : closePanel,
  });
  const opened = rows.find((row) => keyOf(row) === current);
  const visibleColumns = useFittingColumns(columns, opened !== undefined && panel !== undefined);
  const preview = onPreview && ((row: Row): void => onPreview(keyOf(row)));
  const exportButton = canExport && (
    <Button small variant="ghost" icon={<IconDownload aria-hidden="true" />} onPress={exportCsv}>
      <Trans>Export CSV</Trans>
    </Button>
  );
  return (
    <div className={styles.grid}>
      <div className={styles.tools}>
        {props.filters}
        {props.count}
        <span className={styles.buttons}>
          <ColumnButton columns={columns} layout={layout} onLayout={setLayout} />
          {selectedRows.length === 0 && exportButton}
        </span>
      </div>
      {rows.length === 0 && props.empty}
      {(rows.length > 0 || !props.empty) && (
        <div className={styles.area} data-open={opened !== undefined && panel !== undefined}>
          <DataGrid
            aria-label={props['aria-label']}
            columns={visibleColumns}
            rows={rows}
            keyOf={keyOf}
            nameOf={props.nameOf}
            {...(sort && { listKey: `${sort.by} ${sort.isDescending}` })}
            isTall={props.isTall ?? false}
            {...(sort && { sort })}
            {...(props.onSort && { onSort: props.onSort })}
            layout={layout}
            onLayout={setLayout}
            {...(bulk && { selected, onSelect: setSelected })}
            current={current}
            {...(onOpen && { onOpen })}
            {...(preview && { onPreview: preview, ...(current !== undefined && { onMove: preview }) })}
            hasLetterKeys={areShortcutsOn()}
          />
          {opened && panel?.(opened, panelPositionOf({ ...props, rows }))}
        </div>
      )}
      {bulk && selectedRows.length > 0 && (
        <BulkActions {...bulk} rows={selectedRows} onClear={clearSelection}>
          {exportButton}
        </BulkActions>
      )}
    </div>
  );
}
