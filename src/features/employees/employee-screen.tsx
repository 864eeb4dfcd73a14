import { Trans, useLingui } from '@lingui/react/macro';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement, ReactNode } from 'react';
import type { Employee } from '../../../contract/entities/employee.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { savedTeamActivity } from '../../db/queries/employees.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useFetched } from '../../hooks/use-fetched.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BlockCard } from './block-card.tsx';
import { DeviceList } from './device-list.tsx';
import { savedEmployee } from './queries.ts';
import { SettingsForm } from './settings-form.tsx';
import { BackLink } from '../../ui/page-header.tsx';

function Devices({ id }: { id: string }): ReactElement {
  const store = useStore();
  const now = useNow('minute');
  const { done } = useFetched(id, () => sync.account('fetchEmployees'));
  const teamActivity = useLiveQuery(async () => savedTeamActivity(store.db), [store]);
  const activityOfEmployee = teamActivity?.of.get(id);
  const age = teamActivity && formatRecent(teamActivity.fetched_at, now);
  return (
    <Section title={<Trans>Devices</Trans>} end={age && <small>{<Trans>As of {age}</Trans>}</small>}>
      {done && !done.ok && <ErrorNotice error={done} />}
      {activityOfEmployee && <DeviceList devices={activityOfEmployee.devices} now={now} />}
      {!activityOfEmployee && !done && <Skeleton rows={1} />}
    </Section>
  );
}

function ManagedEmployee({ employee }: { employee: Employee }): ReactElement {
  const { name } = employee;
  return (
    <Stack>
      {employee.is_blocked && (
        <div>
          <Badge tone="need">
            <Trans>Blocked</Trans>
          </Badge>
        </div>
      )}
      <SettingsForm employee={employee} />
      <Devices id={employee.id} />
      <Section title={<Trans>Access</Trans>}>
        <Card>
          <BlockCard employee={employee} />
        </Card>
        <div>
          <LinkButton
            variant="soft"
            icon={<IconEye aria-hidden="true" />}
            to="/staff-dashboard/view-as/$personId"
            params={{ personId: employee.id }}
          >
            <Trans>View as {name}</Trans>
          </LinkButton>
        </div>
      </Section>
    </Stack>
  );
}

function SyncedEmployee({ employee, isOwn }: { employee: Employee; isOwn: boolean }): ReactNode {
  if (employee.in_team && !isOwn) return <ManagedEmployee employee={employee} />;
  if (isOwn)
    return (
      <EmptyState
        icon={<IconUsers aria-hidden="true" />}
        action={
          <LinkButton to="/profile/work-times" variant="soft">
            <Trans>My working hours</Trans>
          </LinkButton>
        }
      >
        <Trans>This is you. Your limit is set by your manager.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconUsers aria-hidden="true" />}>
      <Trans>Someone else manages these settings.</Trans>
    </EmptyState>
  );
}

/** /employees/{id}: the settings that a manager can change for a team member. */
export function EmployeeScreen(): ReactElement {
  const { t } = useLingui();
  const { employeeId: id } = useParams({ from: '/_member/_staff/employees/$employeeId' });
  const store = useStore();
  const employee = useLiveQuery(async () => savedEmployee(store, id), [store, id]);
  return (
    <Screen
      title={employee?.name ?? t`Employee`}
      documentTitle={t`Employee`}
      back={<BackLink to="/employees">{t`Employees`}</BackLink>}
      narrow
    >
      {employee === undefined && <Skeleton rows={6} />}
      {employee === null && (
        <EmptyState icon={<IconUsers aria-hidden="true" />}>
          <Trans>This employee is not on this device. It may not have synced yet.</Trans>
        </EmptyState>
      )}
      {employee && <SyncedEmployee key={employee.id} employee={employee} isOwn={employee.id === store.actor.user_id} />}
    </Screen>
  );
}
