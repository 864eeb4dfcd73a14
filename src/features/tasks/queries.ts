import type { Task } from '../../../contract/entities/task.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { startOfDay, zoneOrDevice } from '../../../contract/zones.ts';
import { iso } from '../../lib/ports.ts';
import { sortTasks } from './groups.ts';

/**
 * Maximum number of tasks that are read. No employee has more in one day; the limit protects the screen from a faulty
 * import.
 */
export const MAX_TASKS = 1000;
export const LAST_KEY = '\uffff';

/** Returns the time zone that determines the user's days. */
export async function savedTimeZone(db: PhoneDb, user_id: string): Promise<string> {
  return zoneOrDevice((await db.me.get(user_id))?.time_zone);
}

const inState = (db: PhoneDb, state: string) =>
  db.tasks.where('[state+start_at]').between([state, ''], [state, LAST_KEY]);

/** Selects the planned tasks that start from `from` (inclusive) until `to` (exclusive). */
export const plannedTasks = (db: PhoneDb, from: string, to: string) =>
  db.tasks.where('[state+start_at]').between(['planned', from], ['planned', to], true, false);

/** Selects the tasks that were closed since an instant in ms, oldest first. */
export const tasksClosedSince = (db: PhoneDb, since: number) => db.tasks.where('closed_at').aboveOrEqual(iso(since));

/** Returns the running tasks. There can be several only if two devices had no connection. */
export async function runningTasks(db: PhoneDb): Promise<Task[]> {
  return inState(db, 'in_progress').limit(MAX_TASKS).toArray();
}

/** Returns the open tasks of today in the order of the list. */
export async function tasksOfToday(db: PhoneDb, now: number, zone: string): Promise<Task[]> {
  const tomorrow = iso(startOfDay(zone, now, 1));
  const parts = await Promise.all([
    runningTasks(db),
    inState(db, 'paused').limit(MAX_TASKS).toArray(),
    plannedTasks(db, '', tomorrow).limit(MAX_TASKS).toArray(),
  ]);
  return sortTasks(parts.flat(), now);
}

export interface TaskCounts {
  today: number;
  future: number;
}

export async function countTasks(db: PhoneDb, now: number, zone: string): Promise<TaskCounts> {
  const tomorrow = iso(startOfDay(zone, now, 1));
  const [running, paused, due, future] = await Promise.all([
    inState(db, 'in_progress').count(),
    inState(db, 'paused').count(),
    plannedTasks(db, '', tomorrow).count(),
    plannedTasks(db, tomorrow, LAST_KEY).count(),
  ]);
  return { today: running + paused + due, future };
}
