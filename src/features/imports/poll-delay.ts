/** The progress of an import at a time. */
export interface Poll {
  done: number;
  /** Time in ms, on a clock that never goes back. */
  at: number;
}

/** Share of the rows that are imported between two polls, so that the progress bar is at most 2% behind. */
const STEP = 0.008;
/** Shortest and longest time between two polls, in ms. */
const MIN_DELAY_MS = 50;
export const MAX_DELAY_MS = 1_000;
/** The speed is measured over this time, in ms, because rows are imported in batches. */
const SPEED_MS = 1_000;

/** While no rows are imported, the next poll comes after this share of the time since the last change. */
const IDLE_SHARE = 1 / 8;

/**
 * Adds a poll to those from which the speed is measured, or the time since the last change. An undo begins with row 0
 * again.
 */
export function withPoll(polls: readonly Poll[], last: Poll): Poll[] {
  const recent = polls.filter(({ at, done }, index) => {
    const isPrevious = index === polls.length - 1;
    return done <= last.done && (isPrevious || last.at - at <= SPEED_MS || done === last.done);
  });
  return [...recent, last];
}

/**
 * Returns the time until the next poll of a running import, in ms. Fast imports are polled more often than slow ones,
 * and the time grows while no rows are imported.
 */
export function pollDelay(polls: readonly Poll[], total: number): number {
  const [first, last] = [polls[0], polls.at(-1)];
  if (!first || !last) return MIN_DELAY_MS;
  const share = (last.done - first.done) / total;
  // A time in which no rows were imported says nothing about the speed after it.
  const start = polls.findLast(({ done }) => done === first.done) ?? first;
  const delay = share > 0 ? ((last.at - start.at) * STEP) / share : (last.at - first.at) * IDLE_SHARE;
  return Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, delay));
}
