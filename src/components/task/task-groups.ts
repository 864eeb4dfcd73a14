/** The three lists of a consultant, derived from the clock and the person's zone and never stored. */
export const taskGroups = ['today', 'future', 'completed'] as const;
export type TaskGroup = (typeof taskGroups)[number];
