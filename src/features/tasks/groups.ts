import type { TaskGroup } from '../../components/task/task-groups.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { priorities } from '../../../contract/filter-values.ts';
import { OVERDUE_AFTER_MS } from '../../../contract/states/task-time.ts';
import { dateIn, daysBetween } from '../../../contract/zones.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Time in ms for which a closed task stays in the list. */
export const CLOSED_SHOWN_MS = 90 * DAY_MS;

export const isClosed = (task: Task): boolean => task.state === 'completed' || task.state === 'cancelled';

/** Returns the list in which a task is shown; null for a task that was closed too long ago. */
export function groupOf(task: Task, now: number, zone: string): TaskGroup | null {
  if (isClosed(task))
    return now - Date.parse(task.closed_at ?? task.updated_at) <= CLOSED_SHOWN_MS ? 'completed' : null;
  if (task.state !== 'planned') return 'today';
  return dateIn(zone, Date.parse(task.start_at)) <= dateIn(zone, now) ? 'today' : 'future';
}

/** Whether the start of a planned task was more than a quarter of an hour ago. A started task is never overdue. */
export const isOverdue = (task: Task, now: number): boolean =>
  task.state === 'planned' && Date.parse(task.start_at) < now - OVERDUE_AFTER_MS;

export type Overdue = { unit: 'minutes' | 'days'; count: number };

/**
 * Returns how late a planned task is: in minutes within the first quarter of an hour or on the local day of its start,
 * otherwise in days. Null for a started task and before one minute has passed.
 */
export function overdueBy(task: Task, now: number, zone: string): Overdue | null {
  const start = Date.parse(task.start_at);
  if (task.state !== 'planned' || now - start < MINUTE_MS) return null;
  if (!isOverdue(task, now)) return { unit: 'minutes', count: Math.floor((now - start) / MINUTE_MS) };
  const days = daysBetween(dateIn(zone, start), dateIn(zone, now));
  return days > 0 ? { unit: 'days', count: days } : { unit: 'minutes', count: Math.floor((now - start) / MINUTE_MS) };
}

/** Sorts tasks: first those whose time has come, by start; then the others, by priority, start and id. */
export function sortTasks(tasks: readonly Task[], now: number): Task[] {
  const startOf = (task: Task): number => Date.parse(task.start_at);
  const priorityOf = (task: Task): number => priorities.indexOf(task.priority);
  // Tasks whose time has come rank above every priority.
  const rankOf = (task: Task): number => (startOf(task) <= now ? priorities.length : priorityOf(task));
  return tasks.toSorted(
    (a, b) =>
      rankOf(b) - rankOf(a) || startOf(a) - startOf(b) || priorityOf(b) - priorityOf(a) || (a.id < b.id ? -1 : 1),
  );
}

/** Returns the first task that can be started; `but` is the id of a task to skip. */
export function nextTask(tasks: readonly Task[], now: number, but?: string): Task | undefined {
  return sortTasks(tasks, now).find((task) => task.id !== but && (task.state === 'planned' || task.state === 'paused'));
}
