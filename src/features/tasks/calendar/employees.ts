import type { ShownCalendar } from './use-calendar.ts';

/** Maximum number of employees that are shown at the same time, each with a colour of its own. */
export const MAX_EMPLOYEES = 4;

/** Returns the ids of the employees in the URL who have tasks on the shown days, at most four. */
export const chosenEmployees = (calendar: Pick<ShownCalendar, 'employees'>, staff: string | undefined): string[] =>
  (staff ?? '')
    .split(',')
    .filter((id, index, ids) => calendar.employees.has(id) && ids.indexOf(id) === index)
    .slice(0, MAX_EMPLOYEES);

/** Adds or removes an employee from the chosen ones; a fifth employee is not added. */
export function toggleEmployee(chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  return chosen.length < MAX_EMPLOYEES ? [...chosen, id] : [...chosen];
}

/** Filters the tasks of the calendar by the chosen employees; without a choice, keeps all tasks. */
export function filterByEmployees(calendar: ShownCalendar, chosen: readonly string[]): ShownCalendar {
  if (chosen.length === 0) return calendar;
  return { ...calendar, tasks: calendar.tasks.filter(({ assignee_id }) => chosen.includes(assignee_id)) };
}
