import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { EmployeeActivity } from '../../../contract/api-calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import { WorkingBadge } from '../../components/employee/working-badge.tsx';
import { languageLabels } from '../../components/person/person-labels.ts';
import { countryName } from '../../components/person/person-row.tsx';
import type { TableAction } from '../../components/table/bulk-actions.tsx';
import { PanelHead, type PanelPosition } from '../../components/table/panel-head.tsx';
import { SidePanel } from '../../components/table/side-panel.tsx';
import type { TableColumn } from '../../components/table/table-columns.ts';
import { TableGrid } from '../../components/table/table-grid.tsx';
import { lastSeenAt, countPending } from '../../db/queries/employees.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DeviceList } from './device-list.tsx';
import styles from './employees.module.css';
import type { EmployeesSearch } from './search-params.ts';
import { stateLabels, stateOf, stateTones } from './team-state.ts';

interface TeamRow {
  employee: Employee;
  activity: EmployeeActivity | undefined;
}

const seenAt = ({ activity }: TeamRow): string | null => (activity ? lastSeenAt(activity.devices) : null);

function useColumns(now: number): TableColumn<TeamRow>[] {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  return useMemo(() => {
    const column = (
      id: string,
      header: string,
      width: number,
      value: (row: TeamRow) => string | number | null,
    ): TableColumn<TeamRow> => ({
      ...{ id, header, width, value, isSortable: true },
      cell: (row) => <span>{value(row)}</span>,
    });
    const seenText = (row: TeamRow): string => {
      const at = seenAt(row);
      return at === null ? t({ message: 'Not seen yet', context: 'short' }) : formatRecent(at, now);
    };
    return [
      {
        ...column('name', t({ message: 'Name', context: 'name of a person' }), 168, ({ employee }) => employee.name),
        ...{ isRowHead: true, grows: true },
        cell: ({ employee: { id, name } }) => (
          <span className={styles.person}>
            <Avatar name={name} id={id} size="s" />
            <span>{name}</span>
          </span>
        ),
      },
      {
        ...column('state', t`Status`, 150, ({ employee }) => t(stateLabels[stateOf(employee, now)])),
        cell: ({ employee }) => {
          const state = stateOf(employee, now);
          return <StatusDot tone={stateTones[state]}>{t(stateLabels[state])}</StatusDot>;
        },
      },
      { ...column('taken', t`Leads today`, 132, ({ activity }) => activity?.taken_today ?? null), isNumeric: true },
      { ...column('limit', t`Daily limit`, 104, ({ employee }) => employee.daily_limit), isNumeric: true },
      { ...column('rating', t`Rating`, 92, ({ employee }) => employee.rating), isNumeric: true, isSecondary: true },
      column('language', t`Language`, 112, ({ employee }) => t(languageLabels[employee.language]!)),
      column('country', t`Country`, 130, ({ employee }) => countryName(locale, employee.country)),
      column('city', t`City`, 120, ({ employee }) => employee.city),
      { ...column('seen', t`Last seen`, 152, seenText), order: seenAt, isNumeric: true },
      {
        ...column('pending', t`Not sent yet`, 116, ({ activity }) =>
          activity ? countPending(activity.devices) : null,
        ),
        isNumeric: true,
      },
    ];
  }, [t, locale, now]);
}

interface TeamTableProps {
  team: readonly Employee[];
  activity: ReadonlyMap<string, EmployeeActivity> | undefined;
  search: EmployeesSearch;
  actions: readonly TableAction<Employee>[];
  onChange: (change: EmployeesSearch) => void;
  filters: ReactNode;
  /** Shown instead of the table if no employee matches the filters. */
  empty: ReactNode;
}

/** The employees of the team as a table, for wide screens. */
export function TeamTable({ team, activity, search, actions, onChange, ...rest }: TeamTableProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const navigate = useNavigate();
  const now = useNow('minute');
  const columns = useColumns(now);
  const rows = useMemo(
    () => team.map((employee): TeamRow => ({ employee, activity: activity?.get(employee.id) })),
    [team, activity],
  );
  const { sort = 'name', down, open } = search;
  return (
    <TableGrid
      {...rest}
      name="employees"
      aria-label={t`My team`}
      columns={columns}
      hidden={[
        'language',
        'country',
        'city',
        ...(window.innerWidth < 1600 ? ['pending'] : []),
        ...(window.innerWidth < 1200 ? ['rating'] : []),
      ]}
      rows={rows}
      keyOf={({ employee }) => employee.id}
      nameOf={({ employee }) => employee.name}
      sort={{ by: sort, isDescending: down !== undefined }}
      onSort={({ by, isDescending }) => onChange({ sort: by, down: isDescending ? '1' : undefined })}
      canExport={actor.is_manager}
      bulk={{
        label: t`Selected employees`,
        actions: actions.map((action) => ({
          ...action,
          onPress: (selected: readonly TeamRow[]) => action.onPress(selected.map(({ employee }) => employee)),
        })),
      }}
      onOpen={({ employee }) => void navigate({ to: '/employees/$employeeId', params: { employeeId: employee.id } })}
      current={open}
      onPreview={(id) => onChange({ open: id })}
      panel={(row, place) => <EmployeePanel row={row} now={now} {...place} />}
    />
  );
}

interface EmployeePanelProps extends PanelPosition {
  row: TeamRow;
  now: number;
}

/** A panel beside the table of employees that previews one of them. */
function EmployeePanel({ row: { employee, activity }, now, ...place }: EmployeePanelProps): ReactElement {
  const { t, i18n } = useLingui();
  const { id, name, daily_limit, rating, language, country, city, time_zone } = employee;
  const origin = [city, countryName(i18n.locale, country)].filter(Boolean).join(', ');
  return (
    <SidePanel aria-label={t`Preview`} onClose={place.onClose}>
      <PanelHead {...place}>
        <LinkButton small variant="plain" to="/employees/$employeeId" params={{ employeeId: id }}>
          <Trans>Open</Trans>
        </LinkButton>
      </PanelHead>
      <h2>{name}</h2>
      <div>
        <WorkingBadge employee={employee} now={now} />
      </div>
      <Details>
        <Detail name={<Trans>Leads today</Trans>}>{activity?.taken_today}</Detail>
        <Detail name={<Trans>Daily limit</Trans>}>{daily_limit}</Detail>
        <Detail name={<Trans>Rating</Trans>}>{rating}</Detail>
        <Detail name={<Trans>Language</Trans>}>{t(languageLabels[language]!)}</Detail>
        {origin !== '' && <Detail name={<Trans>City</Trans>}>{origin}</Detail>}
        {time_zone !== null && <Detail name={<Trans>Time zone</Trans>}>{time_zone}</Detail>}
      </Details>
      {activity && (
        <Section level={3} title={<Trans>Devices</Trans>}>
          <DeviceList devices={activity.devices} now={now} />
        </Section>
      )}
    </SidePanel>
  );
}
