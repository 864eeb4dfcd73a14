import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useMemo, useState } from 'react';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import {
  countryFigureNames,
  DEFAULT_PERIOD,
  type FigureName,
  type StatisticsPeriod,
  figureNames,
  statisticsPeriods,
} from '../../../contract/statistics.ts';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useCountryName } from '../../components/person/person-row.tsx';
import { useDayText } from '../../components/statistics/figure-text.ts';
import { periodLabels } from '../../components/statistics/labels.ts';
import {
  savedStatistics,
  type SavedStatistics,
  unsentWork,
  type UnsentWork,
} from '../../components/statistics/queries.ts';
import { type StatisticsFilter, statisticsKeys } from '../../lib/cached-pages.ts';
import { isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useShortcuts } from '../../hooks/shortcuts.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import type { GridSort } from '../../ui/data-grid/grid-types.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { CsvMenu, useCsvFiles } from './csv-menu.tsx';
import { FigureTable } from './figure-table.tsx';
import { FiguresCard, type FiguresCardProps } from './figures-card.tsx';
import { StatisticsFilters } from './statistics-filters.tsx';
import type { TableRow } from './table-rows.ts';
import styles from './tables.module.css';

const route = getRouteApi('/_member/_staff/statistics');

const barredByEmployee = ['completed_tasks', 'time_spent'] as const;
/** The narrow table has space for only three figures; its CSV file contains all of them. */
const shownByCountry = countryFigureNames.slice(0, 3);
const barredByCountry = ['new_registrations'] as const;

/** Returns the rows of the tables by employee and by country. */
function useTableRows({ staff, countries }: SavedStatistics): { staff: TableRow[]; countries: TableRow[] } {
  const { t } = useLingui();
  const country = useCountryName();
  return useMemo(
    () => ({
      staff: staff.map(({ user_id, name, ...figures }) => {
        const key = user_id ?? 'none';
        return { key, group: key, name: user_id === null ? t`No employee` : name, figures };
      }),
      countries: countries.map(({ country: code, ...figures }) => {
        const key = code ?? 'none';
        return { key, group: key, name: code === null ? t`Not known` : country(code), figures };
      }),
    }),
    [staff, countries, country, t],
  );
}

const employeePicture = ({ key, name }: TableRow): ReactElement => <Avatar id={key} name={name} size="s" />;

/** The dates of the period and of the period with which it is compared. */
function ComparedDates({ figures: { time_zone, from, to, previous } }: SavedStatistics): ReactElement {
  const day = useDayText(time_zone);
  const [now, before] = [day.span(from, to), day.span(previous.from, previous.to, from)];
  return (
    <p className={styles.none}>
      <Trans>
        {now}, compared with {before}
      </Trans>
    </p>
  );
}

interface StatisticsViewProps {
  saved: SavedStatistics;
  unsent: UnsentWork | undefined;
  figure: FigureName;
  filter: StatisticsFilter;
  isTable: boolean;
  onShow: FiguresCardProps['onShow'];
}

/** The figures of a period, and the tables by employee and by country. */
function StatisticsView({ saved, unsent, figure, filter, isTable, onShow }: StatisticsViewProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const rows = useTableRows(saved);
  const [byEmployee, sortEmployees] = useState<GridSort>({ by: 'completed_tasks', isDescending: true });
  const [byCountry, sortCountries] = useState<GridSort>({ by: 'new_registrations', isDescending: true });
  const period = saved.figures.current_period;
  const unsentCompletions = unsent?.completed_tasks ?? 0;
  const unsentOf = useMemo(
    () =>
      ({ key }: TableRow): number =>
        key === actor.user_id ? unsentCompletions : 0,
    [actor.user_id, unsentCompletions],
  );
  const files = useCsvFiles(saved.figures, rows, { byEmployee, byCountry });
  useShortcuts('screen', [{ keys: ['e'], label: t`Download the table by employee`, run: () => files[0]?.onPress() }]);
  const legend = unsentCompletions > 0 && (
    <span className={styles.legend}>
      <IconClock aria-hidden="true" width={16} />
      <Trans>Not sent yet, not in the totals</Trans>
    </span>
  );
  return (
    <>
      <div className={styles.toolbar}>
        <ComparedDates {...saved} />
        <CsvMenu files={files} />
      </div>
      <FiguresCard
        statistics={saved.figures}
        unsent={unsent}
        figure={figure}
        filter={filter}
        isTable={isTable}
        onShow={onShow}
      />
      <div className={styles.tables}>
        <Section title={<Trans>By employee</Trans>} end={legend}>
          <FigureTable
            label={t`By employee`}
            head={t`Employee`}
            by="employee"
            rows={rows.staff}
            figures={figureNames}
            barred={barredByEmployee}
            period={period}
            filter={filter}
            sort={byEmployee}
            onSort={sortEmployees}
            leading={employeePicture}
            unsentOf={unsentOf}
          />
        </Section>
        <Section title={<Trans>By country</Trans>}>
          <FigureTable
            label={t`By country`}
            head={t`Country`}
            by="country"
            rows={rows.countries}
            figures={shownByCountry}
            barred={barredByCountry}
            period={period}
            filter={filter}
            sort={byCountry}
            onSort={sortCountries}
          />
        </Section>
      </div>
    </>
  );
}

interface ShownStatistics {
  period?: StatisticsPeriod;
  figure?: FigureName;
  view?: 'table' | undefined;
  team?: string | undefined;
  country?: string | undefined;
}

const firstAvailable = (figures: SavedStatistics['figures']): FigureName =>
  figureNames.find((name) => figures[name].available) ?? 'new_registrations';

/** /statistics: the figures of the user's work, team or organisation, in total, by employee and by country. */
export function StatisticsScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { period = DEFAULT_PERIOD, figure = 'completed_tasks', view, team, country } = route.useSearch();
  const filter = useMemo(
    () => ({ ...(team !== undefined && { team }), ...(country !== undefined && { country }) }),
    [team, country],
  );
  const key = statisticsKeys.period(period, filter);
  const navigate = route.useNavigate();
  const fetching = useFetched(key, () => sync.account('fetchStatistics', period, filter));
  const loaded = useLiveQuery(async () => ({ key, saved: await savedStatistics(db, period, filter) }), [db, key]);
  const saved = loaded?.key === key ? loaded.saved : undefined;
  const from = saved?.figures.from;
  const unsent = useLiveQuery(
    async () => (from === undefined ? undefined : unsentWork(db, Date.parse(from))),
    [db, from],
  );
  const show = (change: ShownStatistics): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  useShortcuts('screen', [
    ...statisticsPeriods.map((each, index) => ({
      keys: [String(index + 1)],
      label: t(periodLabels[each]),
      run: () => show({ period: each }),
    })),
    ...(isNotOffered(fetching.done) ? [] : [{ keys: ['r'], label: t`Refresh`, run: fetching.again }]),
  ]);
  const isNeverFetched = saved === null && fetching.done !== undefined;
  return (
    <Screen title={t`Statistics`}>
      <Stack gap="m">
        <div className={styles.top}>
          <ChipLinks aria-label={t`Period`}>
            {statisticsPeriods.map((each) => (
              <ChipLink
                key={each}
                to="/statistics"
                search={{ period: each, figure, view, ...filter }}
                replace
                isCurrent={each === period}
              >
                {t(periodLabels[each])}
              </ChipLink>
            ))}
          </ChipLinks>
          <StatisticsFilters period={period} filter={filter} onShow={show} />
          <FetchStatus at={saved?.at ?? null} fetching={fetching} />
        </div>
        {!saved && !isNeverFetched && <Skeleton leading="none" rows={6} />}
        {isNeverFetched && !isNotOffered(fetching.done) && (
          <EmptyState>
            <Trans>These statistics are not on this device yet. You need to be online.</Trans>
          </EmptyState>
        )}
        {saved && (
          <StatisticsView
            saved={saved}
            unsent={unsent}
            figure={saved.figures[figure].available ? figure : firstAvailable(saved.figures)}
            filter={filter}
            isTable={view === 'table'}
            onShow={show}
          />
        )}
      </Stack>
    </Screen>
  );
}
