import { taskGroups } from '../../components/task/task-groups.ts';
import { date, oneOf, searchOf, text } from '../../lib/search-params.ts';

/** `with` opens the form of a new task with that person, once. */
export const tasksSearch = searchOf({
  group: oneOf(taskGroups),
  view: oneOf(['calendar']),
  span: oneOf(['day', 'week']),
  day: date,
  with: text,
});

/** The list that an open task was chosen from. */
export const taskSearch = searchOf({ group: oneOf(taskGroups) });
