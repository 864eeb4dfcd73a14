import type { Task } from '../../../contract/entities/task.ts';
import { addDays, startOfDate, startOfDay } from '../../../contract/zones.ts';
import type { TaskGroup } from '../../components/task/task-groups.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import { savedSyncStatus } from '../../db/queries/status.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { SyncStatus } from '../../db/schema/sync-status.ts';
import { iso } from '../../lib/ports.ts';
import { CLOSED_SHOWN_MS, sortTasks } from './groups.ts';
import { LAST_KEY, MAX_TASKS, tasksClosedSince, plannedTasks, tasksOfToday } from './queries.ts';

// This module is separate from queries.ts, which is loaded with the first screen after the login.

/** Sorts tasks, the most recently closed first. */
function lastClosedFirst(tasks: readonly Task[]): Task[] {
  return tasks.toSorted((a, b) => (b.closed_at ?? '').localeCompare(a.closed_at ?? '') || (a.id < b.id ? -1 : 1));
}

/** Returns the tasks that were completed on a day, the last one first. Cancelled tasks are not among them. */
async function completedOn(db: PhoneDb, day: string, zone: string): Promise<Task[]> {
  const from = iso(startOfDate(zone, day));
  const to = iso(startOfDate(zone, addDays(day, 1)));
  const rows = db.tasks.where('closed_at').between(from, to).limit(MAX_TASKS);
  return lastClosedFirst((await rows.toArray()).filter(({ state }) => state === 'completed'));
}

/**
 * Returns the tasks of a group in order, at most `limit` rows, and their total number. `day` narrows the completed
 * tasks to those of one day (YYYY-MM-DD).
 */
export async function tasksOf(
  db: PhoneDb,
  group: TaskGroup,
  now: number,
  zone: string,
  limit: number,
  day?: string,
): Promise<LimitedTaskList> {
  if (group === 'completed' && day !== undefined) return limitList(await completedOn(db, day, zone), limit);
  if (group === 'today') return limitList(await tasksOfToday(db, now, zone), limit);
  if (group === 'completed') {
    const rows = tasksClosedSince(db, now - CLOSED_SHOWN_MS);
    const [count, last] = await Promise.all([
      rows.count(),
      tasksClosedSince(db, now - CLOSED_SHOWN_MS)
        .reverse()
        .limit(limit)
        .toArray(),
    ]);
    return { tasks: lastClosedFirst(last), count };
  }
  const tomorrow = iso(startOfDay(zone, now, 1));
  return limitList(sortTasks(await plannedTasks(db, tomorrow, LAST_KEY).limit(MAX_TASKS).toArray(), now), limit);
}

export interface LimitedTaskList {
  tasks: Task[];
  count: number;
}

const limitList = (tasks: Task[], limit: number): LimitedTaskList => ({
  tasks: tasks.slice(0, limit),
  count: tasks.length,
});

export interface TaskRecord {
  task: Task | null;
  badge: RowBadge | undefined;
  status: SyncStatus;
}

export async function savedTaskRecord(db: PhoneDb, id: string): Promise<TaskRecord> {
  const [task, badges, status] = await Promise.all([db.tasks.get(id), savedBadges(db, 'tasks'), savedSyncStatus(db)]);
  return { task: task ?? null, badge: badges.get(id), status };
}
