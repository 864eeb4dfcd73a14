import type { ShownCalendar } from './use-calendar.ts';

/** How many employees are shown at the same time, each with a colour of its own. */
export const MAX_EMPLOYEES = 4;

/** Returns the ids of the employees that the URL names and who have tasks here, at most four. */
export const chosenEmployees = (calendar: Pick<ShownCalendar, 'employees'>, staff: string | undefined): string[] =>
  (staff ?? '')
    .split(',')
    .filter((id, index, ids) => calendar.employees.has(id) && ids.indexOf(id) === index)
    .slice(0, MAX_EMPLOYEES);

/** Returns the chosen employees after a press on one of them; a fifth one is not added. */
export function toggled(chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  return chosen.length < MAX_EMPLOYEES ? [...chosen, id] : [...chosen];
}

/** Returns the calendar with the tasks of the chosen employees only; with all tasks if none is chosen. */
export function ofEmployees(calendar: ShownCalendar, chosen: readonly string[]): ShownCalendar {
  if (chosen.length === 0) return calendar;
  return { ...calendar, tasks: calendar.tasks.filter(({ assignee_id }) => chosen.includes(assignee_id)) };
}
