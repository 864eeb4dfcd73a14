import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { leadStatusLabels, leadStatusTones, personName } from '../../../components/person/person-labels.ts';
import { RowSyncBadge } from '../../../components/sync/row-sync-badge.tsx';
import type { TableColumn } from '../../../components/table/table-columns.ts';
import { usePhoneText } from '../../../hooks/use-phone-text.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import type { PartnerOrder } from '../../../../contract/filter-values.ts';
import styles from './partner.module.css';
import type { PartnerListRow } from './queries.ts';

type PartnerColumn = TableColumn<PartnerListRow> & { id: PartnerOrder | 'phone' | 'email' | 'city' };

/** Returns the columns of the partner table. */
export function usePartnerColumns(): PartnerColumn[] {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  return useMemo(
    (): PartnerColumn[] => [
      {
        ...{
          id: 'name',
          header: t({ message: 'Name', context: 'name of a person' }),
          width: 190,
          grows: true,
          isRowHead: true,
          isSortable: true,
        },
        value: ({ person }) => personName(person),
        cell: ({ id, person, badge }) => (
          <span className={styles.name}>
            <Avatar name={personName(person)} id={id} size="s" />
            <TextLink to="/user/view-details/$personId" params={{ personId: id }} search={{ from: 'partners' }}>
              {personName(person)}
            </TextLink>
            <RowSyncBadge badge={badge} />
          </span>
        ),
      },
      {
        ...{ id: 'company', header: t`Company`, width: 170, isSortable: true },
        value: ({ company }) => company,
        cell: ({ company }) => company,
      },
      {
        ...{ id: 'status', header: t`Status`, width: 120, isSortable: true },
        value: ({ person: { status } }) => t(leadStatusLabels[status]),
        cell: ({ person: { status } }) => (
          <StatusDot tone={leadStatusTones[status]}>{t(leadStatusLabels[status])}</StatusDot>
        ),
      },
      {
        ...{ id: 'employee', header: t`Employee`, width: 140, isSortable: true },
        value: ({ person }) => person.responsible_name,
        cell: ({ person }) => person.responsible_name,
      },
      {
        ...{ id: 'phone', header: t`Phone`, width: 150, isSecondary: true },
        value: ({ person }) => person.phone,
        cell: ({ person: { phone } }) => phone && phoneText(phone),
      },
      {
        ...{ id: 'email', header: t`Email`, width: 190, isSecondary: true },
        value: ({ person }) => person.email,
        cell: ({ person }) => person.email,
      },
      {
        ...{ id: 'city', header: t`City`, width: 120, isSecondary: true },
        value: ({ person }) => person.city,
        cell: ({ person }) => person.city,
      },
      {
        ...{ id: 'commission', header: t`Commission`, width: 116, isNumeric: true, isSortable: true },
        value: ({ commission_percent: percent }) => (percent > 0 ? percent : null),
        cell: ({ commission_percent: percent }) => percent > 0 && t`${percent}%`,
      },
      {
        ...{ id: 'files', header: t`Files`, width: 76, isNumeric: true, isSortable: true, isSecondary: true },
        value: ({ files }) => files.length,
        cell: ({ files }) => files.length > 0 && files.length,
      },
      {
        ...{ id: 'since', header: t`Partner since`, width: 130, isSortable: true, isSecondary: true },
        value: ({ since }) => since,
        cell: ({ since }) => formatDate(since),
      },
    ],
    [t, phoneText],
  );
}
