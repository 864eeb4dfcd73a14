import type { Task } from '../../../../contract/entities/task.ts';
import { type TaskType, taskTypes } from '../../../../contract/values.ts';
import { isClosed } from '../groups.ts';
import type { Calendar } from './calendar-queries.ts';

/** The kinds of tasks that the calendar shows. */
export interface TaskKinds {
  /** The chosen types; none if tasks of all types are shown. */
  types: readonly TaskType[];
  hidesCompleted: boolean;
}

/** Returns the kinds in the search parameters. */
export const kindsOf = (types: string | undefined, done: 'hide' | undefined): TaskKinds => ({
  types: taskTypes.filter((type) => types?.split(',').includes(type)),
  hidesCompleted: done === 'hide',
});

/** Returns the value of the search parameter `types` after a type was selected or deselected. */
export function toggleType({ types }: TaskKinds, type: TaskType): string | undefined {
  const next = taskTypes.filter((each) => types.includes(each) !== (each === type));
  return next.length === 0 || next.length === taskTypes.length ? undefined : next.join(',');
}

const isShown = ({ types, hidesCompleted }: TaskKinds, task: Task): boolean =>
  (types.length === 0 || types.includes(task.type)) && !(hidesCompleted && isClosed(task));

/** Filters the tasks of the calendar by kind. */
export const filterByKinds = <T extends Pick<Calendar, 'tasks'>>(calendar: T, kinds: TaskKinds): T => ({
  ...calendar,
  tasks: calendar.tasks.filter((task) => isShown(kinds, task)),
});
