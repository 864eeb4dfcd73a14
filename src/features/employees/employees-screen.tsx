import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useMemo } from 'react';
import type { EmployeeActivity } from '../../../contract/api-calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { WorkingBadge } from '../../components/employee/working-badge.tsx';
import { lastFetched, lastSeen, oldestWaiting, pendingOf, savedActivity } from '../../db/queries/employees.ts';
import { useHasTable } from '../../components/table/use-table-width.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useFetched, type Fetching } from '../../hooks/use-fetched.ts';
import { formatRecent } from '../../lib/dates.ts';
import { languageNames } from '../../lib/language-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, Row, RowLink } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './employees.module.css';
import { savedEmployees } from './queries.ts';

const TeamTable = lazy(async () => ({ default: (await import('./team-table.tsx')).TeamTable }));

const route = getRouteApi('/_member/_staff/employees');

/** Shows when an employee was last seen, and how many changes they have not sent yet. */
function ActivityFigures({ activity, now }: { activity: EmployeeActivity; now: number }): ReactElement {
  const { devices } = activity;
  const [seen, fetched, oldest] = [lastSeen(devices), lastFetched(devices), oldestWaiting(devices)];
  const pending = pendingOf(devices);
  const at = (when: string): string => formatRecent(when, now);
  const version = devices[0]?.app_version;
  return (
    <div className={styles.details}>
      <span>{seen ? <Trans>Last seen {at(seen)}</Trans> : <Trans>Not seen yet</Trans>}</span>
      {fetched && (
        <span>
          <Trans>Last full sync {at(fetched)}</Trans>
        </span>
      )}
      {version && (
        <span>
          <Trans>Version {version}</Trans>
        </span>
      )}
      {pending > 0 && (
        <span>
          <Plural value={pending} one="# not sent yet" other="# not sent yet" />
          {oldest && <Trans>, oldest {at(oldest)}</Trans>}
        </span>
      )}
    </div>
  );
}

interface TeamRowProps {
  employee: Employee;
  activity: EmployeeActivity | undefined;
  now: number;
}

function TeamRow({ employee, activity, now }: TeamRowProps): ReactElement {
  const { id, name, daily_limit, rating } = employee;
  const takenCount = activity?.taken_today;
  return (
    <RowLink
      to="/employees/$employeeId"
      params={{ employeeId: id }}
      leading={<Avatar name={name} id={id} />}
      title={name}
      wrapTitle
      badge={<WorkingBadge employee={employee} now={now} />}
      subtitle={
        <>
          {takenCount === undefined ? (
            <Trans>Up to {daily_limit} leads per day</Trans>
          ) : (
            <Trans>
              {takenCount} of {daily_limit} leads today
            </Trans>
          )}
          {' · '}
          {rating === 0 ? <Trans>Manual only</Trans> : <Trans>Rating {rating}</Trans>}
        </>
      }
      meta={activity && <ActivityFigures activity={activity} now={now} />}
    />
  );
}

function Colleagues({ employees }: { employees: readonly Employee[] }): ReactElement {
  const { t } = useLingui();
  return (
    <List aria-label={t`Colleagues`}>
      {employees.map(({ id, name, language, is_manager, is_blocked }) => (
        <Row
          key={id}
          leading={<Avatar name={name} id={id} />}
          title={name}
          wrapTitle
          subtitle={[languageNames[language], is_manager && t`Manager`].filter(Boolean).join(' · ')}
          {...(is_blocked && { badge: <Badge tone="need">{t`Blocked`}</Badge> })}
        />
      ))}
    </List>
  );
}

/** Says how old the figures of the team are, and why they could not be refreshed. */
function Age({ at, activity }: { at: string | null; activity: Fetching }): ReactElement {
  const now = useNow('minute');
  const { done, again } = activity;
  const age = at && formatRecent(at, now);
  const press = (
    <Button small variant="soft" isPending={done === undefined} onPress={again}>
      <Trans>Refresh</Trans>
    </Button>
  );
  return (
    <>
      {done && !done.ok && <ErrorNotice error={done} action={press} />}
      <div className={styles.row}>
        <small role="status">
          {age ? <Trans>Figures as of {age}</Trans> : <Trans>Figures haven't synced yet</Trans>}
        </small>
        {(!done || done.ok) && press}
      </div>
    </>
  );
}

/** /employees: the team with limits, hours and devices, and the other colleagues by name. */
export function EmployeesScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const now = useNow('minute');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const hasTable = useHasTable();
  const employees = useLiveQuery(async () => savedEmployees(store), [store]);
  const activity = useLiveQuery(async () => savedActivity(store.db), [store]);
  const team = useMemo(() => employees?.filter(({ in_team }) => in_team) ?? [], [employees]);
  const others = employees?.filter(({ in_team, id }) => !in_team && id !== store.actor.user_id) ?? [];
  const fetching = useFetched(team.length > 0 ? 'employees' : null, () => sync.account('fetchEmployees'));
  return (
    <Screen title={t`Employees`}>
      <Stack>
        {!employees && <Skeleton rows={5} />}
        {employees?.length === 0 && (
          <EmptyState icon={<IconUsers aria-hidden="true" />}>
            <Trans>The employee list hasn't synced to this device yet. You need to be online.</Trans>
          </EmptyState>
        )}
        {team.length > 0 && (
          <Section title={<Trans>My team</Trans>}>
            <Stack gap="s">
              <Age at={activity?.fetched_at ?? null} activity={fetching} />
              {hasTable ? (
                <Suspense fallback={<Skeleton rows={team.length} />}>
                  <TeamTable
                    team={team}
                    activity={activity?.of}
                    search={search}
                    onChange={(change) =>
                      void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
                    }
                  />
                </Suspense>
              ) : (
                <List aria-label={t`My team`}>
                  {team.map((employee) => (
                    <TeamRow key={employee.id} employee={employee} activity={activity?.of.get(employee.id)} now={now} />
                  ))}
                </List>
              )}
            </Stack>
          </Section>
        )}
        {employees && team.length === 0 && store.actor.is_manager && (
          <EmptyState icon={<IconUsers aria-hidden="true" />}>
            <Trans>No one in your team yet.</Trans>
          </EmptyState>
        )}
        {others.length > 0 && (
          <Section title={<Trans>Colleagues</Trans>}>
            <Colleagues employees={others} />
          </Section>
        )}
      </Stack>
    </Screen>
  );
}
