import { Trans, useLingui } from '@lingui/react/macro';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import type { EmployeeActivity } from '../../../contract/api-calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { BulkActions } from '../../components/table/bulk-actions.tsx';
import { SelectButton, useCardSelection } from '../../components/table/card-selection.tsx';
import { ViewChip } from '../../components/views/view-chip.tsx';
import { ViewTab, ViewTabs } from '../../components/views/view-tabs.tsx';
import { savedTeamActivity } from '../../db/queries/employees.ts';
import { viewsOf } from '../../db/queries/saved-views.ts';
import { NoMatches } from '../../components/filters/no-matches.tsx';
import { useHasTable } from '../../components/table/use-table-width.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useFetched, type Fetching } from '../../hooks/use-fetched.ts';
import { formatRecent } from '../../lib/dates.ts';
import { languageLabels } from '../../components/person/person-labels.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './employees.module.css';
import { savedEmployees } from './queries.ts';
import { employeesSearch, type EmployeesSearch } from './search-params.ts';
import { useTeamActions } from './team-actions.tsx';
import type { TeamBulk } from './team-bulk.ts';
import { TeamCards } from './team-cards.tsx';
import { noFilters, TeamFilters } from './team-filters.tsx';
import { filterTeam } from './team-state.ts';

const TeamBulkSheet = lazy(async () => ({ default: (await import('./team-bulk-sheet.tsx')).TeamBulkSheet }));
const TeamTable = lazy(async () => ({ default: (await import('./team-table.tsx')).TeamTable }));

const route = getRouteApi('/_member/_staff/employees');

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
          subtitle={[t(languageLabels[language]!), is_manager && t`Manager`].filter(Boolean).join(' · ')}
          {...(is_blocked && { badge: <Badge tone="need">{t`Blocked`}</Badge> })}
        />
      ))}
    </List>
  );
}

/** Shows how old the figures of the team are, with a button to refresh them. */
function Age({ at, fetching: { done, again } }: { at: string | null; fetching: Fetching }): ReactElement {
  const now = useNow('minute');
  const age = at && formatRecent(at, now);
  return (
    <span className={styles.row}>
      <small role="status">
        {age ? <Trans>Figures as of {age}</Trans> : <Trans>Figures haven't synced yet</Trans>}
      </small>
      <Button small variant="plain" isPending={done === undefined} onPress={again}>
        <Trans>Refresh</Trans>
      </Button>
    </span>
  );
}

interface TeamProps {
  team: readonly Employee[];
  activity: ReadonlyMap<string, EmployeeActivity> | undefined;
  search: EmployeesSearch;
  /** Replaces all search parameters. */
  onShow: (search: EmployeesSearch) => void;
}

/** The team with filters, saved views and actions on several employees: as a table on wide screens, else as cards. */
function Team({ team, activity, search, onShow }: TeamProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const now = useNow('minute');
  const hasTable = useHasTable();
  const selection = useCardSelection();
  const [bulk, setBulk] = useState<TeamBulk | null>(null);
  const actions = useTeamActions((setting, employees) => setBulk({ setting, employees }));
  const views = useLiveQuery(async () => viewsOf(db, 'employees'), [db]);
  const shown = useMemo(() => filterTeam(team, search, now), [team, search, now]);
  const onChange = (change: EmployeesSearch): void => onShow({ ...search, ...change });
  const shared = { views, all: t`Everyone`, search, parse: employeesSearch, onShow };
  const filters = (
    <TeamFilters team={team} search={search} onChange={onChange}>
      {!hasTable && <ViewChip {...shared} />}
    </TeamFilters>
  );
  const empty = <NoMatches icon={<IconUsers aria-hidden="true" />} onClear={() => onChange(noFilters)} />;
  return (
    <>
      {hasTable && (
        <ViewTabs
          {...shared}
          table="employees"
          count={shown.length}
          tab={(tab) => <ViewTab to="/employees" {...tab} />}
        />
      )}
      {!hasTable && filters}
      {!hasTable && shown.length === 0 && empty}
      {hasTable && (
        <Suspense fallback={<Skeleton rows={shown.length} />}>
          <TeamTable {...{ team: shown, activity, search, actions, onChange, filters, empty }} />
        </Suspense>
      )}
      {shown.length > 0 && !hasTable && (
        <>
          <div className={styles.select}>
            <SelectButton selection={selection} />
          </div>
          <TeamCards {...{ team: shown, activity, selection, now }} />
        </>
      )}
      {!hasTable && selection.isSelecting && (
        <BulkActions
          label={t`Selected employees`}
          actions={actions}
          rows={shown.filter(({ id }) => selection.selected.has(id))}
          onClear={selection.clear}
        />
      )}
      {bulk && (
        <Suspense fallback={null}>
          <TeamBulkSheet {...bulk} onClose={() => setBulk(null)} />
        </Suspense>
      )}
    </>
  );
}

/** /employees: the team with limits, hours and devices, and the other colleagues by name. */
export function EmployeesScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // The rows appear together with their figures, because figures that came later would make the rows higher.
  const saved = useLiveQuery(async () => {
    const [all, figures] = await Promise.all([savedEmployees(store), savedTeamActivity(store.db)]);
    return { all, figures };
  }, [store]);
  const employees = saved?.all;
  const activity = saved?.figures;
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
          <Section title={<Trans>My team</Trans>} end={<Age at={activity?.fetched_at ?? null} fetching={fetching} />}>
            <Stack gap="s">
              {fetching.done && !fetching.done.ok && <ErrorNotice error={fetching.done} />}
              <Team
                team={team}
                activity={activity?.of}
                search={search}
                onShow={(next) => void navigate({ search: next, replace: true })}
              />
            </Stack>
          </Section>
        )}
        {employees && employees.length > 0 && team.length === 0 && store.actor.is_manager && (
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
