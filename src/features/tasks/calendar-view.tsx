import { useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { savedBadges } from '../../db/queries/badges.ts';
import { startOfLocalDay } from '../../lib/dates.ts';
import { capitalised, formatWeekday } from '../../lib/zone-times.ts';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLinks } from '../../ui/chips.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { tasksBetween } from './day-queries.ts';
import { savedZone } from './queries.ts';
import { TaskRows } from './task-rows.tsx';
import { localDay } from './zone.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;
const HALF_DAY_MS = DAY_MS / 2;

/** Noon of a date as the address names it, so that no zone moves it to another day. */
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00.000Z`);

/** The date so many days on. */
const dayAfter = (day: string, days: number): string =>
  new Date(noonOf(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of the week of a date. */
const mondayOf = (day: string): string => dayAfter(day, -((new Date(noonOf(day)).getUTCDay() + 6) % 7));

/** The moments between which a local day lies. */
function spanOf(day: string, zone: string): [number, number] {
  const guess = startOfLocalDay(zone, noonOf(day));
  // Far from Greenwich noon there is another day.
  const start =
    localDay(guess + HALF_DAY_MS, zone) === day
      ? guess
      : startOfLocalDay(zone, noonOf(day), localDay(guess, zone) < day ? 1 : -1);
  return [start, startOfLocalDay(zone, start + HALF_DAY_MS, 1)];
}

interface DayOfTasks {
  day: string;
  tasks: Task[];
}

const linkTo = (day: string, span: string): string => `/tasks?view=calendar&span=${span}&day=${day}`;

/** /tasks?view=calendar: the tasks of a week or of one day, by the days on which they begin. From this phone alone. */
export function CalendarView(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const search: Record<string, unknown> = useSearch({ strict: false });
  const span = search['span'] === 'day' ? 'day' : 'week';
  const asked = typeof search['day'] === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(search['day']) ? search['day'] : '';
  const shown = useLiveQuery(async () => {
    const zone = await savedZone(db, actor.user_id);
    const today = localDay(now, zone);
    const chosen = Number.isNaN(noonOf(asked)) ? today : asked;
    const first = span === 'day' ? chosen : mondayOf(chosen);
    const names = Array.from({ length: span === 'day' ? 1 : DAYS }, (_, index) => dayAfter(first, index));
    const ofDay = async (day: string): Promise<DayOfTasks> => ({
      day,
      tasks: await tasksBetween(db, ...spanOf(day, zone)),
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
    { key: 'earlier', label: t`Earlier`, href: linkTo(dayAfter(chosen, -step), span) },
    { key: 'today', label: t`Today`, href: linkTo(today, span) },
    { key: 'later', label: t`Later`, href: linkTo(dayAfter(chosen, step), span) },
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
  // The date stands for itself; by noon it is the same one in this phone's zone.
  const name = formatWeekday(new Date(`${day}T12:00:00`).getTime(), i18n.locale);
  const title = isToday ? t`Today, ${name}` : capitalised(name);
  return (
    <Section title={title} end={tasks.length === 0 ? t`Nothing` : tasks.length}>
      {tasks.length > 0 && <TaskRows tasks={tasks} badges={badges} now={now} zone={zone} label={title} />}
    </Section>
  );
}
