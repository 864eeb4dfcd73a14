/**
 * The three task lists of a consultant. Which list a task is in is not stored, but computed from the current time and
 * the consultant's time zone.
 */
export const taskGroups = ['today', 'future', 'completed'] as const;
export type TaskGroup = (typeof taskGroups)[number];
