import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { ImportRow } from '../../../contract/api-calls/imports.ts';
import { importOrders, type ImportOrder } from '../../../contract/table-orders.ts';
import { orderOf, sortOf } from '../../components/table/server-order.ts';
import type { TableColumn } from '../../components/table/table-columns.ts';
import { TableGrid } from '../../components/table/table-grid.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { TextLink } from '../../ui/button.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { ImportPanel } from './import-panel.tsx';
import { stateLabels, stateTones } from './labels.ts';

function useColumns(): TableColumn<ImportRow>[] {
  const { t } = useLingui();
  return useMemo(() => {
    const text = (id: string, header: string, width: number, value: (row: ImportRow) => string) => ({
      ...{ id, header, width, value, cell: (row: ImportRow) => <span>{value(row)}</span> },
    });
    const number = (id: string, header: string, width: number, value: (row: ImportRow) => number) => ({
      ...{ id, header, width, value, isNumeric: true, cell: value },
    });
    return [
      {
        ...text('filename', t`File`, 220, ({ filename }) => filename),
        ...{ isRowHead: true, grows: true, isSortable: true },
        cell: ({ id, filename }) => (
          <TextLink to="/staff/users_imports/$importId/result" params={{ importId: id }}>
            {filename}
          </TextLink>
        ),
      },
      { ...number('total', t`Rows`, 92, ({ total }) => total), isSortable: true },
      number('success', t`Imported`, 132, ({ success }) => success),
      { ...number('skipped', t`Skipped`, 124, ({ skipped }) => skipped), isSecondary: true },
      { ...number('failed', t`Errors`, 92, ({ failed }) => failed), isSortable: true },
      { ...number('warnings', t`Warnings`, 144, ({ warnings }) => warnings), isSecondary: true },
      {
        ...{ ...text('state', t`Status`, 196, ({ state }) => t(stateLabels[state])), isSortable: true },
        cell: ({ state }) => <StatusDot tone={stateTones[state]}>{t(stateLabels[state])}</StatusDot>,
      },
      { ...text('by', t`By`, 150, ({ created_by_name }) => created_by_name), isSecondary: true },
      {
        ...text('created_at', t`Uploaded`, 180, ({ created_at }) => formatDateTime(created_at)),
        ...{ isNumeric: true, isSortable: true },
      },
    ];
  }, [t]);
}

interface ImportsTableProps {
  rows: readonly ImportRow[];
  /** Shows when the list was fetched. */
  age: ReactNode;
  order: ImportOrder;
  onSort: (order: ImportOrder) => void;
  /** Id of the import that is open beside the table. */
  open: string | undefined;
  onPreview: (id: string | undefined) => void;
}

/** A page of the imports as a table, for wide screens, in the order of the server. */
export function ImportsTable({ rows, age, order, onSort, open, onPreview }: ImportsTableProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const navigate = useNavigate();
  return (
    <TableGrid
      name="imports"
      aria-label={t`Imports`}
      columns={useColumns()}
      hidden={window.innerWidth < 1360 ? ['skipped', 'warnings'] : []}
      rows={rows}
      count={age}
      keyOf={({ id }) => id}
      nameOf={({ filename }) => filename}
      isSorted
      sort={sortOf(order)}
      onSort={(by) => {
        const next = orderOf(importOrders, by);
        if (next) onSort(next);
      }}
      canExport={actor.is_manager}
      onOpen={({ id }) => void navigate({ to: '/staff/users_imports/$importId/result', params: { importId: id } })}
      current={open}
      onPreview={onPreview}
      panel={(row, place) => <ImportPanel row={row} {...place} />}
    />
  );
}
