import { taskGroups } from '../../components/task/task-groups.ts';
import { date, oneOf, defineSearch, text } from '../../lib/search-params.ts';

/** `with` is the person for whom the form of a new task opens once. */
export const tasksSearch = defineSearch({
  group: oneOf(taskGroups),
  view: oneOf(['calendar']),
  span: oneOf(['day', 'week']),
  day: date,
  with: text,
});

/** `group` is the list from which the open task was selected. */
export const taskSearch = defineSearch({ group: oneOf(taskGroups) });
