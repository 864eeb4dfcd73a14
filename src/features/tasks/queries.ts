import type { Task } from '../../../contract/entities/task.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { startOfDay, zoneOrDevice } from '../../../contract/zones.ts';
import { iso } from '../../lib/ports.ts';
import { sortTasks, lastClosedFirst, workedBetween } from './groups.ts';

/**
 * Maximum number of tasks that are read. No one has more in one day; the limit protects the screen from a faulty
 * import.
 */
export const MAX_TASKS = 1000;
export const LAST_KEY = '\uffff';
const DAYS = 7;

/** Returns the time zone that determines the user's days. */
export async function savedZone(db: PhoneDb, user_id: string): Promise<string> {
  return zoneOrDevice((await db.me.get(user_id))?.time_zone);
}

const inState = (db: PhoneDb, state: string) =>
  db.tasks.where('[state+start_at]').between([state, ''], [state, LAST_KEY]);

/** Selects the planned tasks that start from `from` (inclusive) until `to` (exclusive). */
export const planned = (db: PhoneDb, from: string, to: string) =>
  db.tasks.where('[state+start_at]').between(['planned', from], ['planned', to], true, false);

/** Selects the tasks that were closed since an instant in ms, oldest first. */
export const closed = (db: PhoneDb, since: number) => db.tasks.where('closed_at').aboveOrEqual(iso(since));

/** Returns the running tasks. There is more than one only if two devices were disconnected. */
export async function runningTasks(db: PhoneDb): Promise<Task[]> {
  return inState(db, 'in_progress').limit(MAX_TASKS).toArray();
}

export async function tasksOfToday(db: PhoneDb, now: number, zone: string): Promise<Task[]> {
  const tomorrow = iso(startOfDay(zone, now, 1));
  const parts = await Promise.all([
    runningTasks(db),
    inState(db, 'paused').limit(MAX_TASKS).toArray(),
    planned(db, '', tomorrow).limit(MAX_TASKS).toArray(),
  ]);
  return sortTasks(parts.flat(), now);
}

async function closedSince(db: PhoneDb, since: number): Promise<Task[]> {
  return lastClosedFirst(await closed(db, since).limit(MAX_TASKS).toArray());
}

export interface TaskCounts {
  today: number;
  future: number;
}

export async function taskCounts(db: PhoneDb, now: number, zone: string): Promise<TaskCounts> {
  const tomorrow = iso(startOfDay(zone, now, 1));
  const [running, paused, due, future] = await Promise.all([
    inState(db, 'in_progress').count(),
    inState(db, 'paused').count(),
    planned(db, '', tomorrow).count(),
    planned(db, tomorrow, LAST_KEY).count(),
  ]);
  return { today: running + paused + due, future };
}

export interface Today {
  /** Open tasks in the order of the list. */
  open: Task[];
  /** The last seven days, today last. */
  week: Day[];
  /** Tasks completed today. */
  completed: string[];
}

export interface Day {
  completed: number;
  /** Worked time in seconds; overlapping time of two tasks counts once. */
  worked: number;
}

/** Returns what the day's screen needs: today's work and this week's results. */
export async function savedToday(db: PhoneDb, now: number, zone: string): Promise<Today> {
  const starts = Array.from({ length: DAYS }, (_, index) => startOfDay(zone, now, index + 1 - DAYS));
  const [open, done] = await Promise.all([tasksOfToday(db, now, zone), closedSince(db, starts[0] ?? now)]);
  // `now` is rounded down to the minute, so counting up to the end of the day includes tasks that were finished since.
  const ends = starts.map((_, index) => starts[index + 1] ?? startOfDay(zone, now, 1));
  const completed = starts.map((from, index) => completedBetween(done, from, ends[index] ?? now));
  const week = starts.map((from, index) => ({
    completed: completed[index]?.length ?? 0,
    worked: workedBetween([...open, ...done], from, Math.min(ends[index] ?? now, now + 1)),
  }));
  return { open, week, completed: completed.at(-1) ?? [] };
}

function completedBetween(tasks: readonly Task[], from: number, to: number): string[] {
  const isWithin = (at: number): boolean => at >= from && at < to;
  return tasks.flatMap(({ id, state, closed_at }) =>
    state === 'completed' && isWithin(Date.parse(closed_at ?? '')) ? [id] : [],
  );
}
