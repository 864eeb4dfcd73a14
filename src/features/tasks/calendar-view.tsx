import { useLingui } from '@lingui/react/macro';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { savedBadges } from '../../db/queries/badges.ts';
import { addDays, dateIn, isDate, startOfDate, weekdayIndex } from '../../../contract/zones.ts';
import { formatWeekday } from '../../lib/dates.ts';
import { capitalize } from '../../lib/intl-formats.ts';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chips.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useClosedTaskLine } from './closed-task-line.ts';
import { tasksBetween } from './day-queries.ts';
import { savedZone } from './queries.ts';
import { TaskRows } from './task-rows.tsx';

const DAYS = 7;
/** Returns the Monday of a date's week. */
const mondayOf = (day: string): string => addDays(day, -weekdayIndex(day));

interface DayOfTasks {
  day: string;
  tasks: Task[];
}

const route = getRouteApi('/_member/_staff/tasks');

const linkTo = (day: string, span: 'day' | 'week') =>
  linkOptions({ to: '/tasks', search: { view: 'calendar', span, day } });

/** /tasks?view=calendar: the tasks of a week or a day by start date, from this device only. */
export function CalendarView(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const { span = 'week', day: urlDay } = route.useSearch();
  const data = useLiveQuery(async () => {
    const zone = await savedZone(db, actor.user_id);
    const today = dateIn(zone, now);
    const chosen = urlDay !== undefined && isDate(urlDay) ? urlDay : today;
    const first = span === 'day' ? chosen : mondayOf(chosen);
    const names = Array.from({ length: span === 'day' ? 1 : DAYS }, (_, index) => addDays(first, index));
    const tasksOfDay = async (day: string): Promise<DayOfTasks> => ({
      day,
      tasks: await tasksBetween(db, startOfDate(zone, day), startOfDate(zone, addDays(day, 1))),
    });
    const [days, badges] = await Promise.all([Promise.all(names.map(tasksOfDay)), savedBadges(db, 'tasks')]);
    return { days, badges, zone, today, chosen };
  }, [db, actor.user_id, now, span, urlDay]);
  if (!data) return <Skeleton />;
  const { days, badges, zone, today, chosen } = data;
  const step = span === 'day' ? 1 : DAYS;
  return (
    <Stack gap="m">
      <ChipLinks aria-label={t`Calendar view`}>
        <ChipLink {...linkTo(chosen, 'week')} isCurrent={span === 'week'}>{t`Week`}</ChipLink>
        <ChipLink {...linkTo(chosen, 'day')} isCurrent={span === 'day'}>{t`Day`}</ChipLink>
      </ChipLinks>
      <ChipLinks aria-label={t`Days`}>
        <ChipLink {...linkTo(addDays(chosen, -step), span)} isCurrent={false}>{t`Earlier`}</ChipLink>
        <ChipLink {...linkTo(today, span)} isCurrent={chosen === today}>{t`Today`}</ChipLink>
        <ChipLink {...linkTo(addDays(chosen, step), span)} isCurrent={false}>{t`Later`}</ChipLink>
      </ChipLinks>
      {days.map((day) => (
        <OneDay key={day.day} {...day} badges={badges} zone={zone} now={now} isToday={day.day === today} />
      ))}
    </Stack>
  );
}

type OneDayProps = DayOfTasks & {
  badges: Awaited<ReturnType<typeof savedBadges>>;
  zone: string;
  now: number;
  isToday: boolean;
};

function OneDay({ day, tasks, badges, zone, now, isToday }: OneDayProps): ReactElement {
  const { t, i18n } = useLingui();
  const closedLine = useClosedTaskLine(now);
  const name = formatWeekday(day, i18n.locale);
  const title = isToday ? t`Today, ${name}` : capitalize(name);
  return (
    <Section title={title} end={tasks.length === 0 ? t`Nothing` : tasks.length}>
      {tasks.length > 0 && <TaskRows {...{ tasks, badges, now, zone, closedLine }} label={title} />}
    </Section>
  );
}
