import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { AuditLine } from '../../../contract/api-calls/admin.ts';
import { useActionLabel } from '../../components/audit/action-labels.ts';
import { auditOrders, type AuditOrder } from '../../../contract/table-orders.ts';
import { orderOf, sortOf } from '../../components/table/server-order.ts';
import type { TableColumn } from '../../components/table/table-columns.ts';
import { TableGrid } from '../../components/table/table-grid.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { TextButton } from '../../ui/button.tsx';
import { List, Row } from '../../ui/list.tsx';
import { AuditPanel } from './audit-panel.tsx';
import type { AuditSearch } from './search-params.ts';
import { useAuditDetails } from './use-audit-details.ts';

interface AuditProps {
  rows: readonly AuditLine[];
}

interface AuditTableProps extends AuditProps {
  order: AuditOrder;
  /** Called with a filter when a name is pressed, and with an order when the table is sorted. */
  onFilter: (change: AuditSearch) => void;
  /** Id of the entry that is open beside the table. */
  open: string | undefined;
  onPreview: (id: string | undefined) => void;
  filters: ReactNode;
  /** The age of the page, which this table shows in place of a row count. */
  count: ReactNode;
  /** Shown instead of the table if there are no entries. */
  empty: ReactNode;
}

function useColumns(onFilter: AuditTableProps['onFilter']): TableColumn<AuditLine>[] {
  const { t } = useLingui();
  const actionLabel = useActionLabel();
  const details = useAuditDetails();
  const column = (
    id: string,
    header: string,
    width: number,
    value: (line: AuditLine) => string,
  ): TableColumn<AuditLine> => ({ id, header, width, value, cell: (line) => <span>{value(line)}</span> });
  const name = (id: string | null, text: string | null, change: AuditSearch): ReactElement | null =>
    id && text ? <TextButton onPress={() => onFilter(change)}>{text}</TextButton> : null;
  return [
    { ...column('at', t`Time`, 180, ({ at }) => formatDateTime(at)), isSortable: true },
    {
      ...column('action', t`Action`, 220, ({ action }) => actionLabel(action)),
      ...{ isRowHead: true, isSortable: true },
    },
    {
      ...column('actor', t({ message: 'Done by', context: 'audit log' }), 170, ({ actor_name }) => actor_name ?? ''),
      cell: ({ actor_id, actor_name }) => name(actor_id, actor_name, { actor: actor_id ?? undefined }),
    },
    {
      ...column('target', t`Account`, 170, ({ target_name }) => target_name ?? ''),
      cell: ({ target_id, target_name }) => name(target_id, target_name, { target: target_id ?? undefined }),
    },
    { ...column('details', t`Details`, 240, (line) => details(line).join(', ')), grows: true, isSecondary: true },
  ];
}

/**
 * The audit log as a table, in the order of the server. Pressing a name shows only the entries of that account.
 */
export function AuditTable({ rows, order, onFilter, open, onPreview, ...tools }: AuditTableProps): ReactElement {
  const { t } = useLingui();
  const actionLabel = useActionLabel();
  return (
    <TableGrid
      {...tools}
      name="audit-log"
      aria-label={t`Audit log`}
      columns={useColumns(onFilter)}
      rows={rows}
      keyOf={({ id }) => id}
      nameOf={({ action, at }) => `${actionLabel(action)}, ${formatDateTime(at)}`}
      isSorted
      sort={sortOf(order)}
      onSort={(by) => onFilter({ order: orderOf(auditOrders, by) })}
      canExport={rows.length > 0}
      current={open}
      onPreview={onPreview}
      panel={(line, place) => <AuditPanel line={line} {...place} />}
    />
  );
}

/** The audit log as rows, for narrow screens. */
export function AuditList({ rows }: AuditProps): ReactElement {
  const { t } = useLingui();
  const actionLabel = useActionLabel();
  const details = useAuditDetails();
  return (
    <List aria-label={t`Audit log`}>
      {rows.map((line) => (
        <Row
          key={line.id}
          title={actionLabel(line.action)}
          wrapTitle
          subtitle={[formatDateTime(line.at), line.actor_name].filter(Boolean).join(', ')}
          meta={[line.target_name, ...details(line)].filter(Boolean).join(', ')}
        />
      ))}
    </List>
  );
}
