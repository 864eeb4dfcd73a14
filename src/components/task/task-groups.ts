/**
 * The three task lists of a consultant. The list of a task is not stored: it is computed from the current time and the
 * consultant's time zone.
 */
export const taskGroups = ['today', 'future', 'completed'] as const;
export type TaskGroup = (typeof taskGroups)[number];
