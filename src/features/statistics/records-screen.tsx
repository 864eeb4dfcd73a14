import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { CountedRecord } from '../../../contract/api-calls/statistics.ts';
import { DEFAULT_PERIOD, type FigureName } from '../../../contract/statistics.ts';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useCountryName } from '../../components/person/person-row.tsx';
import { useFigureText } from '../../components/statistics/figure-text.ts';
import { figureLabels, periodLabels } from '../../components/statistics/labels.ts';
import { savedStatistics } from '../../components/statistics/queries.ts';
import { isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { statisticsKeys } from '../../lib/cached-pages.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Stack } from '../../ui/card.tsx';
import { List, Row, RowLink } from '../../ui/list.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { savedRecordsPage } from './queries.ts';

const route = getRouteApi('/_member/_staff/statistics/records');

/** Figures that are the sum of a value of each record, not the number of records. */
const summedFigures: readonly FigureName[] = ['time_spent', 'donations_sum'];

function RecordRow({ record, figure }: { record: CountedRecord; figure: FigureName }): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  const text = useFigureText();
  const { id, type, title, person_id, employee_name, at, value } = record;
  const facts = {
    title: title === '' ? t`Deleted account` : title,
    subtitle: [employee_name, country(record.country), formatDateTime(at)].filter(Boolean).join(' · '),
    ...(summedFigures.includes(figure) && { badge: text(figure, value) }),
  };
  if (type === 'task') return <RowLink {...facts} to="/tasks/$taskId" params={{ taskId: id }} />;
  if (person_id === null) return <Row {...facts} />;
  return <RowLink {...facts} to="/user/view-details/$personId" params={{ personId: person_id }} />;
}

/** /statistics/records: the tasks, donations or people that a figure counts. */
export function StatisticsRecordsScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { figure = 'completed_tasks', period = DEFAULT_PERIOD, employee = '', country = '', team, page = 1 } = search;
  const query = { figure, period, employee, country, page, ...(team !== undefined && { team }) };
  const key = statisticsKeys.records(query);
  const countryName = useCountryName();
  const fetching = useFetched(key, () => sync.account('fetchRecords', query));
  const loaded = useLiveQuery(async () => ({ key, saved: await savedRecordsPage(db, query) }), [db, key]);
  const saved = loaded?.key === key ? loaded.saved : undefined;
  const employeeName = useLiveQuery(async () => {
    const statistics = await savedStatistics(db, period, { ...(team !== undefined && { team }) });
    return statistics?.staff.find((row) => (row.user_id ?? 'none') === employee)?.name;
  }, [db, period, employee, team]);
  const isNeverFetched = saved === null && fetching.done !== undefined;
  const group = [
    employee === 'none' ? t`No employee` : employee !== '' && employeeName,
    country === 'none' ? t`Not known` : countryName(country),
  ];
  const count = saved?.count ?? 0;
  return (
    <Screen
      title={t(figureLabels[figure])}
      subtitle={[t(periodLabels[period]), ...group].filter(Boolean).join(' · ')}
      narrow
      back={<BackLink to="/statistics" search={{ figure, period, team }}>{t`Statistics`}</BackLink>}
    >
      <Stack gap="m">
        <FetchStatus at={saved?.at ?? null} fetching={fetching} />
        {!saved && !isNeverFetched && <Skeleton leading="none" />}
        {isNeverFetched && !isNotOffered(fetching.done) && (
          <EmptyState>
            <Trans>This list is not on this device yet. You need to be online.</Trans>
          </EmptyState>
        )}
        {saved && count === 0 && (
          <EmptyState>
            <Trans>Nothing in this period</Trans>
          </EmptyState>
        )}
        {saved && count > 0 && (
          <>
            <p role="status">
              <Plural value={count} one="# record" other="# records" />
            </p>
            <List aria-label={t(figureLabels[figure])}>
              {saved.rows.map((record) => (
                <RecordRow key={record.id} record={record} figure={figure} />
              ))}
            </List>
            <PageButtons
              page={page}
              next={saved.next}
              onTurn={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
            />
          </>
        )}
      </Stack>
    </Screen>
  );
}
