import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { leadStatusLabels, leadStatusTones, personName } from '../../../components/person/person-labels.ts';
import { RowSyncBadge } from '../../../components/sync/row-sync-badge.tsx';
import { usePhoneText } from '../../../hooks/use-phone-text.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import type { PartnerList } from './queries.ts';

/** The partners as a table, for wide screens. */
export function PartnersTable({ list }: { list: PartnerList }): ReactElement {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  const heads = [t`Name`, t`Company`, t`Status`, t`Employee`, t`Phone`, t`Commission`, t`Files`, t`Partner since`];
  return (
    <DataTable>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.rows.map(({ id, person, company, commission_percent: percent, files, since }) => (
          <tr key={id}>
            <th scope="row">
              <TextLink to="/user/view-details/$personId" params={{ personId: id }} search={{ from: 'partners' }}>
                {personName(person)}
              </TextLink>{' '}
              <RowSyncBadge badge={list.badges.get(id)} />
            </th>
            <td>{company}</td>
            <td>
              <Badge tone={leadStatusTones[person.status]}>{t(leadStatusLabels[person.status])}</Badge>
            </td>
            <td>{person.responsible_name}</td>
            <td>{person.phone && phoneText(person.phone)}</td>
            <td>{percent > 0 && t`${percent}%`}</td>
            <td>{files.length > 0 && files.length}</td>
            <td>{formatDate(since)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
