import { useLingui } from '@lingui/react/macro';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { type AuditAction, auditActions } from '../../../contract/audit-actions.ts';
import { actionLabels } from '../../components/audit/action-labels.ts';
import { FilterChip } from '../../components/filters/filter-chip.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import type { AuditLogQuery } from '../../lib/cached-pages.ts';
import { fromDateTimeInput, daysLater } from '../../lib/dates.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import styles from './admin.module.css';
import type { AuditSearch } from './search-params.ts';

/**
 * Returns the instant at which a day begins or, if `days` is 1, at which the following day begins; empty without a day.
 */
function startOf(day: string | undefined, days: 0 | 1): string {
  const start = day === undefined ? '' : fromDateTimeInput(`${day}T00:00`);
  return start === '' ? '' : iso(daysLater(start, days));
}

/** Returns the action by which the entries are filtered; undefined if the URL names none or an unknown one. */
const auditActionOf = ({ action }: AuditSearch): AuditAction | undefined => auditActions.find((one) => one === action);

/** Parses the filters in the URL. The period includes its last day. */
export const parseAuditQuery = (search: AuditSearch): AuditLogQuery => ({
  action: auditActionOf(search) ?? '',
  actor_id: search.actor ?? '',
  target_id: search.target ?? '',
  from: startOf(search.from, 0),
  until: startOf(search.to, 1),
  order: search.order ?? '-at',
  cursor: search.cursor ?? '',
});

export const noAuditFilters: AuditSearch = {
  action: undefined,
  actor: undefined,
  target: undefined,
  from: undefined,
  to: undefined,
  cursor: undefined,
};

interface FiltersProps {
  search: AuditSearch;
  /** Name of the account by which the entries are filtered; empty if it is not on this device. */
  targetName: string;
  onChange: (change: AuditSearch) => void;
}

/** The filters of the audit log: action, actor, account and period. Changing a filter returns to the first page. */
export function AuditFilters({ search, targetName, onChange }: FiltersProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const employees = useLiveQuery(async () => db.employees.orderBy('name').toArray(), [db]) ?? [];
  const { actor, target, from = '', to = '' } = search;
  const account = targetName === '' ? t`One account` : targetName;
  const change = (changed: AuditSearch): void => onChange({ ...changed, cursor: undefined });
  const actions = auditActions
    .map((value) => ({ value, label: t(actionLabels[value]) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <ChipRow aria-label={t`Filters`} wrap>
        <FilterChip
          label={t`Action`}
          allLabel={t`All actions`}
          options={actions}
          value={auditActionOf(search)}
          onChange={(value) => change({ action: value })}
        />
        <FilterChip
          label={t({ message: 'Done by', context: 'audit log' })}
          allLabel={t`Everyone`}
          options={employees.map(({ id, name }) => ({ value: id, label: name }))}
          value={actor}
          onChange={(value) => change({ actor: value })}
        />
        {target !== undefined && (
          <Button
            small
            variant="soft"
            icon={<IconX aria-hidden="true" />}
            aria-label={t`${account}, show the actions on all accounts`}
            onPress={() => change({ target: undefined })}
          >
            {account}
          </Button>
        )}
      </ChipRow>
      <div className={styles.period}>
        <DateTimeField
          type="date"
          label={t({ message: 'From', context: 'period' })}
          value={from}
          onChange={(day) => change({ from: day || undefined })}
        />
        <DateTimeField
          type="date"
          label={t({ message: 'To', context: 'period' })}
          value={to}
          onChange={(day) => change({ to: day || undefined })}
        />
      </div>
    </>
  );
}
