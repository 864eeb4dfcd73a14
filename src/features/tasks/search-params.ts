import { taskGroups } from '../../components/task/task-groups.ts';
import { date, oneOf, defineSearch, text } from '../../lib/search-params.ts';

/**
 * `add` opens the form of a new task, and `with` the form of a new task with this person; both are then removed. `task`
 * is the task that is open beside the calendar, and `staff` the ids of the employees whose tasks it shows. `types` are
 * the types of tasks that it shows, and `done` hides completed tasks.
 */
export const tasksSearch = defineSearch({
  group: oneOf(taskGroups),
  view: oneOf(['day', 'week']),
  day: date,
  add: oneOf(['task']),
  task: text,
  staff: text,
  types: text,
  done: oneOf(['hide']),
  with: text,
});

/** `group` is the list from which the open task was selected. */
export const taskSearch = defineSearch({ group: oneOf(taskGroups) });
