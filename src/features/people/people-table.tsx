import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { StructureUser } from '../../../contract/api-calls/people.ts';
import { useCountryName } from '../../components/person/person-row.tsx';
import {
  languageNames,
  leadStatusTones,
  leadStatusLabels,
  personName,
  sourceLabels,
} from '../../components/person/person-labels.ts';
import { formatDate, formatRecent } from '../../lib/dates.ts';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { PeoplePage } from './people-list-queries.ts';

/** Returns a function that gives the content of a cell; nothing for an unknown column. */
function useCell(): (person: StructureUser, key: string) => ReactNode {
  const { t } = useLingui();
  const country = useCountryName();
  const phoneText = usePhoneText();
  const now = useNow('minute');
  return (person, key) => {
    const languageName = languageNames[person.language];
    switch (key) {
      case 'name':
        return (
          <TextLink to="/user/view-details/$personId" params={{ personId: person.id }} search={{ from: 'people' }}>
            {personName(person)}
          </TextLink>
        );
      case 'phone':
        return person.phone && phoneText(person.phone);
      case 'email':
        return person.email;
      case 'city':
        return person.city;
      case 'country':
        return country(person.country);
      case 'language':
        return languageName && t(languageName);
      case 'status':
        return <Badge tone={leadStatusTones[person.status]}>{t(leadStatusLabels[person.status])}</Badge>;
      case 'responsible_name':
        return person.responsible_name;
      case 'source':
        return person.source && t(sourceLabels[person.source]);
      case 'open_tasks':
        return person.open_tasks;
      case 'last_contact_at':
        return person.last_contact_at && formatRecent(person.last_contact_at, now);
      case 'created_at':
        return formatDate(person.created_at);
      case 'updated_at':
        return formatRecent(person.updated_at, now);
      default:
        return null;
    }
  };
}

/** The list as a table on wide screens, with a column for each tag group. */
export function PeopleTable({ page: { rows, about } }: { page: PeoplePage }): ReactElement {
  const cell = useCell();
  const { columns = [], tags_groups_columns: groups = [] } = about;
  return (
    <DataTable>
      <thead>
        <tr>
          {[...columns, ...groups].map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((person) => (
          <tr key={person.id}>
            {columns.map(({ key }, index) =>
              index === 0 ? (
                <th key={key} scope="row">
                  {cell(person, key)}
                </th>
              ) : (
                <td key={key}>{cell(person, key)}</td>
              ),
            )}
            {groups.map(({ key }) => (
              <td key={key}>{(person.tags_groups[key] ?? []).join(', ')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
