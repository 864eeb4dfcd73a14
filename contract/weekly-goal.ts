import type { LessonProgress } from './entities/lesson-progress.ts';

/** Weekly goals that a user can choose: lessons to complete, or minutes to read. */
export const weeklyGoals = ['lessons:1', 'lessons:3', 'lessons:5', 'minutes:30', 'minutes:60', 'minutes:120'] as const;
export type WeeklyGoal = (typeof weeklyGoals)[number];

/** The goal of accounts whose owner has not chosen one. */
export const DEFAULT_GOAL: WeeklyGoal = 'lessons:3';

export interface GoalParts {
  unit: 'lessons' | 'minutes';
  target: number;
}

/** Returns the unit of a goal and the number of units to reach. */
export function goalParts(goal: WeeklyGoal): GoalParts {
  const [unit, target] = goal.split(':');
  return { unit: unit === 'minutes' ? 'minutes' : 'lessons', target: Number(target) };
}

/**
 * Returns how many seconds of a lesson were read since `since` (ms). A row contains only its latest intervals. If all
 * of them are after `since`, the reading time before them counts as well.
 */
function secondsSince({ slices, older_s }: LessonProgress, since: number): number {
  const recent = slices.filter(({ to }) => Date.parse(to) >= since);
  const seconds = recent.reduce((sum, slice) => sum + (slice.needs_review ? 0 : slice.active_s), 0);
  return recent.length === slices.length ? seconds + older_s : seconds;
}

/** Returns the number of lessons that were completed, or of whole minutes that were read, since `since` (ms). */
export function goalProgressSince(rows: readonly LessonProgress[], unit: GoalParts['unit'], since: number): number {
  if (unit === 'lessons') return rows.filter(({ done_at }) => done_at !== null && Date.parse(done_at) >= since).length;
  return Math.floor(rows.reduce((sum, row) => sum + secondsSince(row, since), 0) / 60);
}
