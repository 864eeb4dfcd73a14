/**
 * The three task lists of a consultant. They are derived from the clock and the consultant's time zone, and never
 * stored.
 */
export const taskGroups = ['today', 'future', 'completed'] as const;
export type TaskGroup = (typeof taskGroups)[number];
