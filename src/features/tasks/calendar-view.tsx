import { useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { savedBadges } from '../../db/queries/badges.ts';
import { addDays, dateIn, isDate, startOfDate, weekdayIndex } from '../../../contract/zones.ts';
import { formatWeekday } from '../../lib/dates.ts';
import { capitalize } from '../../lib/intl-formats.ts';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLinks } from '../../ui/chips.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
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

const linkTo = (day: string, span: string): string => `/tasks?view=calendar&span=${span}&day=${day}`;

/** /tasks?view=calendar: the tasks of a week or a day by start date, from this device only. */
export function CalendarView(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const search: Record<string, unknown> = useSearch({ strict: false });
  const span = search['span'] === 'day' ? 'day' : 'week';
  const asked = typeof search['day'] === 'string' ? search['day'] : '';
  const shown = useLiveQuery(async () => {
    const zone = await savedZone(db, actor.user_id);
    const today = dateIn(zone, now);
    const chosen = isDate(asked) ? asked : today;
    const first = span === 'day' ? chosen : mondayOf(chosen);
    const names = Array.from({ length: span === 'day' ? 1 : DAYS }, (_, index) => addDays(first, index));
    const ofDay = async (day: string): Promise<DayOfTasks> => ({
      day,
      tasks: await tasksBetween(db, startOfDate(zone, day), startOfDate(zone, addDays(day, 1))),
    });
    const [days, badges] = await Promise.all([Promise.all(names.map(ofDay)), savedBadges(db, 'tasks')]);
    return { days, badges, zone, today, chosen };
  }, [db, actor.user_id, now, span, asked]);
  if (!shown) return <Skeleton />;
  const { days, badges, zone, today, chosen } = shown;
  const step = span === 'day' ? 1 : DAYS;
  const chips = [
    { key: 'week', label: t`Week`, href: linkTo(chosen, 'week') },
    { key: 'day', label: t`Day`, href: linkTo(chosen, 'day') },
  ];
  const steps = [
    { key: 'earlier', label: t`Earlier`, href: linkTo(addDays(chosen, -step), span) },
    { key: 'today', label: t`Today`, href: linkTo(today, span) },
    { key: 'later', label: t`Later`, href: linkTo(addDays(chosen, step), span) },
  ];
  return (
    <Stack gap="m">
      <ChipLinks aria-label={t`Calendar view`} chips={chips} current={span} />
      <ChipLinks aria-label={t`Days`} chips={steps} current={chosen === today ? 'today' : ''} />
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
  const name = formatWeekday(day, i18n.locale);
  const title = isToday ? t`Today, ${name}` : capitalize(name);
  return (
    <Section title={title} end={tasks.length === 0 ? t`Nothing` : tasks.length}>
      {tasks.length > 0 && <TaskRows tasks={tasks} badges={badges} now={now} zone={zone} label={title} />}
    </Section>
  );
}
