import type { Task } from '../../../../contract/entities/task.ts';
import type { WorkTimes } from '../../../../contract/entities/work-times.ts';
import type { TimeSpan } from '../../../../contract/local-spans.ts';
import { OVERDUE_AFTER_MS } from '../../../../contract/states/task-time.ts';
import { addDays, dateIn, deviceZone, startOfDate } from '../../../../contract/zones.ts';
import { type RowBadge, savedBadges } from '../../../db/queries/badges.ts';
import { savedWorkTimes } from '../../../db/queries/work-times.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';
import { iso } from '../../../lib/ports.ts';
import { tasksBetween } from '../day-queries.ts';
import { LAST_KEY, plannedTasks } from '../queries.ts';
import { FREE_WITHIN_DAYS } from './free-times.ts';

/** Maximum number of tasks in each list of the tray. */
export const TRAY_LIMIT = 50;
const DAY_MS = 86_400_000;

export interface Calendar {
  zone: string;
  today: string;
  days: readonly string[];
  /** Tasks on these days by start, without cancelled ones. */
  tasks: Task[];
  badges: ReadonlyMap<string, RowBadge>;
  times: WorkTimes;
  /** Names by id of the employees who have tasks on these days. */
  employees: ReadonlyMap<string, string>;
}

/** Returns the data of the calendar for the days that `daysIn` returns for the time zone of this device. */
export async function savedCalendar(
  db: PhoneDb,
  user_id: string,
  now: number,
  daysIn: (zone: string) => readonly string[],
): Promise<Calendar> {
  // The calendar uses the device's time zone, like all times on screens and like the device's own clock.
  const zone = deviceZone();
  const days = daysIn(zone);
  const from = startOfDate(zone, days[0]!);
  const to = startOfDate(zone, addDays(days.at(-1)!, 1));
  const [started, badges, times] = await Promise.all([
    // A task that began on the previous day may extend into the first day.
    tasksBetween(db, from - DAY_MS, to),
    savedBadges(db, 'tasks'),
    savedWorkTimes(db, user_id),
  ]);
  const tasks = started.filter(({ start_at, end_at }) => Date.parse(start_at) >= from || Date.parse(end_at) > from);
  const ids = [...new Set(tasks.map(({ assignee_id }) => assignee_id))];
  const names = await db.employees.bulkGet(ids);
  const employees = new Map(ids.map((id, index) => [id, names[index]?.name ?? '']));
  return { zone, today: dateIn(zone, now), days, tasks, badges, times, employees };
}

export interface Tray {
  /** Planned tasks whose start has passed, oldest first. */
  overdue: Task[];
  overdueCount: number;
  /** Paused tasks, which have no planned time to continue. */
  unplanned: Task[];
  unplannedCount: number;
}

/** Returns the overdue and the paused tasks for the tray beside the calendar, independent of the shown days. */
export async function trayTasks(db: PhoneDb, now: number): Promise<Tray> {
  const overdueTasks = () => plannedTasks(db, '', iso(now - OVERDUE_AFTER_MS));
  const pausedTasks = () => db.tasks.where('[state+start_at]').between(['paused', ''], ['paused', LAST_KEY]);
  const [overdue, overdueCount, unplanned, unplannedCount] = await Promise.all([
    overdueTasks().limit(TRAY_LIMIT).toArray(),
    overdueTasks().count(),
    pausedTasks().limit(TRAY_LIMIT).toArray(),
    pausedTasks().count(),
  ]);
  return { overdue, overdueCount, unplanned, unplannedCount };
}

const busyStates: readonly Task['state'][] = ['planned', 'in_progress'];

/**
 * Returns the intervals of the user's tasks, except the task `id`, within the days that are searched for a free start.
 */
export async function busySpans(db: PhoneDb, user_id: string, id: string, now: number): Promise<TimeSpan[]> {
  const tasks = await tasksBetween(db, now - DAY_MS, now + (FREE_WITHIN_DAYS + 1) * DAY_MS);
  return tasks
    .filter((task) => task.id !== id && task.assignee_id === user_id && busyStates.includes(task.state))
    .map(({ start_at, end_at }) => ({ from: Date.parse(start_at), to: Date.parse(end_at) }));
}
