import { taskGroups } from '../../components/task/task-groups.ts';
import { date, oneOf, searchOf, text } from '../../lib/search-params.ts';

/** `with` is the person for whom the form of a new task opens once. */
export const tasksSearch = searchOf({
  group: oneOf(taskGroups),
  view: oneOf(['calendar']),
  span: oneOf(['day', 'week']),
  day: date,
  with: text,
});

/** `group` is the list from which the open task was selected. */
export const taskSearch = searchOf({ group: oneOf(taskGroups) });
