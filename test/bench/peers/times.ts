/** What each database does in a round. */
export const tasks = ['mirror', 'delta', 'search', 'start'] as const;
export type Task = (typeof tasks)[number];

/** Milliseconds of each task. */
export type Times = Record<Task, number>;

/** Texts that are searched for one after the other: a common part of last names, a rare one, and one without matches. */
export const searchedTexts = ['pe', 'müller 123', 'qqq'];

/** How often a database is opened per round. Only the last time counts, because the browser caches compiled code. */
export const STARTS = 2;
