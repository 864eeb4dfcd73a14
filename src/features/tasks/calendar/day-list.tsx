import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Task } from '../../../../contract/entities/task.ts';
import { addDays, dateIn } from '../../../../contract/zones.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { formatShortWeekday, formatTile, formatWeekday } from '../../../lib/dates.ts';
import { capitalize } from '../../../lib/intl-formats.ts';
import { Section, Stack } from '../../../ui/card.tsx';
import { LoadingPart, EmptyState } from '../../../ui/states.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useClosedTasks } from '../closed-tasks.tsx';
import { TaskRows } from '../task-rows.tsx';
import type { TaskSheets } from '../use-sheets.tsx';
import { savedCalendar } from './calendar-queries.ts';
import styles from './tray.module.css';
import { DayLink } from './day-link.tsx';
import { KindChips } from './kind-chips.tsx';
import { kindsOf, filterByKinds } from './kinds.ts';
import { Toolbar } from './toolbar.tsx';
import { TrayLists, useTray } from './tray.tsx';
import { type ShownCalendar, tasksRoute, useDaySearch } from './use-calendar.ts';
import { mondayOf, WEEK_DAYS, weekOf } from './week.ts';

/** The tasks of a day as a list, below a strip with the week and the overdue tasks. */
export function DayList({ calendar, sheets }: { calendar: ShownCalendar; sheets: TaskSheets }): ReactElement {
  const { t, i18n } = useLingui();
  const { db, actor } = useStore();
  const navigate = tasksRoute.useNavigate();
  const { chosen, now, today, badges } = calendar;
  const monday = mondayOf(chosen);
  const closed = useClosedTasks(now);
  const tray = useTray(now);
  const week = useLiveQuery(
    async () => savedCalendar(db, actor.user_id, now, () => weekOf(monday)),
    [db, actor.user_id, now, monday],
  );
  const search = tasksRoute.useSearch();
  const daySearch = useDaySearch();
  const kinds = kindsOf(search.types, search.done);
  const tasksOn = (tasks: readonly Task[], day: string): Task[] =>
    tasks.filter(({ start_at }) => dateIn(calendar.zone, Date.parse(start_at)) === day);
  const openDay = (day: string | undefined): void => void navigate({ search: (before) => ({ ...before, day }) });
  const dayName = formatWeekday(chosen, i18n.locale);
  const title = chosen === today ? t`Today, ${dayName}` : capitalize(dayName);
  const allOfDay = tasksOn(calendar.tasks, chosen);
  const tasks = tasksOn(filterByKinds(calendar, kinds).tasks, chosen);
  const trayCount = (tray?.overdueCount ?? 0) + (tray?.unplannedCount ?? 0);
  return (
    <Stack gap="m">
      <Toolbar
        days={weekOf(chosen)}
        onBack={() => openDay(addDays(chosen, -WEEK_DAYS))}
        onToday={() => openDay(undefined)}
        onForward={() => openDay(addDays(chosen, WEEK_DAYS))}
      />
      <nav className={styles.strip} aria-label={t`Days`}>
        {weekOf(chosen).map((day) => {
          const count = tasksOn(week ? filterByKinds(week, kinds).tasks : [], day).length;
          const name = capitalize(formatWeekday(day, i18n.locale));
          return (
            <DayLink
              key={day}
              to="/tasks"
              search={daySearch(day)}
              current={day === chosen ? 'true' : undefined}
              isToday={day === today}
              hasTasks={count > 0}
            >
              <small aria-hidden="true">{capitalize(formatShortWeekday(day, i18n.locale))}</small>
              <strong aria-hidden="true">{formatTile(day, i18n.locale).day}</strong>
              <VisuallyHidden>{count === 0 ? name : t`${name}, tasks: ${count}`}</VisuallyHidden>
            </DayLink>
          );
        })}
      </nav>
      <KindChips
        kinds={kinds}
        hidden={allOfDay.length - tasks.length}
        onChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
      />
      {!tray && <LoadingPart />}
      {trayCount > 0 && (
        <details className={styles.trayFold}>
          <summary>
            <TraySummary overdue={tray?.overdueCount ?? 0} unplanned={tray?.unplannedCount ?? 0} />
          </summary>
          <TrayLists
            {...{ tray, now }}
            zone={calendar.zone}
            onMove={(task) => sheets.open({ kind: 'reschedule', task })}
            onSelect={(task) => void navigate({ to: '/tasks/$taskId', params: { taskId: task.id } })}
          />
        </details>
      )}
      <Section title={title} end={tasks.length === 0 ? t`Nothing` : tasks.length}>
        {tasks.length > 0 ? (
          <TaskRows {...{ tasks, badges, now, closed }} zone={calendar.zone} label={title} />
        ) : (
          <EmptyState>
            <Trans>No tasks on this day.</Trans>
          </EmptyState>
        )}
      </Section>
    </Stack>
  );
}

function TraySummary({ overdue, unplanned }: { overdue: number; unplanned: number }): string {
  const { t } = useLingui();
  return [overdue > 0 && t`${overdue} overdue`, unplanned > 0 && t`${unplanned} not planned`]
    .filter(Boolean)
    .join(', ');
}
