import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { AccountFlag, AuditLine } from '../../../contract/api-calls/admin.ts';
import { useActionLabel } from '../../components/audit/action-labels.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { TextButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { List, Row } from '../../ui/list.tsx';
import styles from './admin.module.css';
import { flagLabels } from './labels.ts';
import type { AuditSearch } from './search-params.ts';

const flagsIn = (value: unknown): [AccountFlag, boolean][] =>
  Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
    (entry): entry is [AccountFlag, boolean] => Object.hasOwn(flagLabels, entry[0]) && typeof entry[1] === 'boolean',
  );

/** Returns what an audit entry changed: each role or state with its new value, and the reason. */
function useDetails(): (line: AuditLine) => string[] {
  const { t } = useLingui();
  return ({ detail, action }) => {
    const flags = flagsIn(detail['after']).filter(([, isOn]) => isOn || action !== 'user_created');
    const changes = flags.map(([flag, isOn]) => {
      const label = t(flagLabels[flag]);
      return isOn ? t`${label}: on` : t`${label}: off`;
    });
    const { reason } = detail;
    return [...changes, ...(typeof reason === 'string' && reason !== '' ? [t`Reason: ${reason}`] : [])];
  };
}

interface AuditProps {
  rows: readonly AuditLine[];
}

interface AuditTableProps extends AuditProps {
  /** Called with the filter for the name that was pressed. */
  onFilter: (change: AuditSearch) => void;
}

/** The audit log as a table. Pressing a name shows only the entries of that account. */
export function AuditTable({ rows, onFilter }: AuditTableProps): ReactElement {
  const { t } = useLingui();
  const actionLabel = useActionLabel();
  const details = useDetails();
  return (
    <DataTable aria-label={t`Audit log`}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Time</Trans>
          </th>
          <th scope="col">
            <Trans>Action</Trans>
          </th>
          <th scope="col">
            <Trans context="audit log">Done by</Trans>
          </th>
          <th scope="col">
            <Trans>Account</Trans>
          </th>
          <th scope="col">
            <Trans>Details</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((line) => {
          const { id, actor_id, actor_name, target_id, target_name } = line;
          return (
            <tr key={id}>
              <td className={styles.time}>{formatDateTime(line.at)}</td>
              <th scope="row">{actionLabel(line.action)}</th>
              <td>
                {actor_id && actor_name && (
                  <TextButton onPress={() => onFilter({ actor: actor_id })}>{actor_name}</TextButton>
                )}
              </td>
              <td>
                {target_id && target_name && (
                  <TextButton onPress={() => onFilter({ target: target_id })}>{target_name}</TextButton>
                )}
              </td>
              <td>{details(line).join(', ')}</td>
            </tr>
          );
        })}
      </tbody>
    </DataTable>
  );
}

/** The audit log as rows, for narrow screens. */
export function AuditList({ rows }: AuditProps): ReactElement {
  const { t } = useLingui();
  const actionLabel = useActionLabel();
  const details = useDetails();
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
