import type { WorkSlice } from '../entities/task.ts';

// The parts of the task state machine that task lists need. The commands are in task.ts, which phones load later.

/** Time in ms from the planned start of a task until it becomes overdue. */
export const OVERDUE_AFTER_MS = 15 * 60_000;

/** Time in ms after the closing of a task during which it can be reopened: by its author, and by a manager. */
export const REOPEN_AUTHOR_MS = 24 * 3_600_000;
export const REOPEN_MANAGER_MS = 30 * 86_400_000;

const ms = (instant: string) => Date.parse(instant);

/**
 * Returns the number of seconds worked: overlapping slices are not counted twice, slices that need review do not count,
 * and an open slice counts up to `now`.
 */
export function workedSeconds(slices: readonly WorkSlice[], now: string): number {
  const spans = slices
    .filter((slice) => !slice.needs_review)
    .map((slice) => [ms(slice.from), slice.to === null ? ms(now) : ms(slice.to)] as const)
    .filter(([from, to]) => to > from)
    .toSorted((a, b) => a[0] - b[0]);
  let total = 0;
  let reached = -Infinity;
  for (const [from, to] of spans) {
    total += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return Math.round(total / 1000);
}
