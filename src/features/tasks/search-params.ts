import { taskGroups } from '../../components/task/task-groups.ts';
import { date, oneOf, defineSearch, text } from '../../lib/search-params.ts';

/** `add` opens the form of a new task once; `with` does so for a person. */
export const tasksSearch = defineSearch({
  group: oneOf(taskGroups),
  view: oneOf(['calendar']),
  span: oneOf(['day', 'week']),
  day: date,
  add: oneOf(['task']),
  with: text,
});

/** `group` is the list from which the open task was selected. */
export const taskSearch = defineSearch({ group: oneOf(taskGroups) });
