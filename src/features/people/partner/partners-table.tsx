import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { leadStatusLabels, leadStatusTones, personName } from '../../../components/person/person-labels.ts';
import { RowSyncBadge } from '../../../components/sync/row-sync-badge.tsx';
import { usePhoneText } from '../../../hooks/use-phone-text.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx';
import type { GridColumn, GridSort } from '../../../ui/data-grid/grid-types.ts';
import type { PartnerOrder } from '../search-params.ts';
import type { PartnerList, PartnerListRow } from './queries.ts';

type Column = GridColumn<PartnerListRow> & { id: PartnerOrder | 'phone' };

function useColumns(badges: PartnerList['badges']): Column[] {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  return useMemo(
    (): Column[] => [
      {
        ...{ id: 'name', header: t`Name`, width: 190, grows: true, isRowHead: true, isSortable: true },
        cell: ({ id, person }) => (
          <>
            <TextLink to="/user/view-details/$personId" params={{ personId: id }} search={{ from: 'partners' }}>
              {personName(person)}
            </TextLink>{' '}
            <RowSyncBadge badge={badges.get(id)} />
          </>
        ),
      },
      { id: 'company', header: t`Company`, width: 170, isSortable: true, cell: ({ company }) => company },
      {
        ...{ id: 'status', header: t`Status`, width: 120, isSortable: true },
        cell: ({ person: { status } }) => <Badge tone={leadStatusTones[status]}>{t(leadStatusLabels[status])}</Badge>,
      },
      {
        ...{ id: 'employee', header: t`Employee`, width: 140, isSortable: true },
        cell: ({ person }) => person.responsible_name,
      },
      {
        ...{ id: 'phone', header: t`Phone`, width: 150 },
        cell: ({ person: { phone } }) => phone && phoneText(phone),
      },
      {
        ...{ id: 'commission', header: t`Commission`, width: 116, isNumeric: true, isSortable: true },
        cell: ({ commission_percent: percent }) => percent > 0 && t`${percent}%`,
      },
      {
        ...{ id: 'files', header: t`Files`, width: 76, isNumeric: true, isSortable: true },
        cell: ({ files }) => files.length > 0 && files.length,
      },
      {
        ...{ id: 'since', header: t`Partner since`, width: 130, isSortable: true },
        cell: ({ since }) => formatDate(since),
      },
    ],
    [t, phoneText, badges],
  );
}

interface PartnersTableProps {
  list: PartnerList;
  sort: GridSort;
  onSort: (sort: GridSort) => void;
}

/** The partners as a table, for wide screens. */
export function PartnersTable({ list, sort, onSort }: PartnersTableProps): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const columns = useColumns(list.badges);
  return (
    <DataGrid
      aria-label={t`Partners`}
      columns={columns}
      rows={list.rows}
      keyOf={({ id }) => id}
      nameOf={({ person }) => personName(person)}
      sort={sort}
      onSort={onSort}
      onOpen={({ id }) =>
        void navigate({ to: '/user/view-details/$personId', params: { personId: id }, search: { from: 'partners' } })
      }
    />
  );
}
