import type { WorkTimes } from '../../../../contract/entities/work-times.ts';
import type { TimeSpan } from '../../../../contract/local-spans.ts';
import { endOfWorkingTime, nextWorkingTime } from '../../../../contract/work-times.ts';
import { addDays, dateIn, startOfDate } from '../../../../contract/zones.ts';

const MINUTE_MS = 60_000;
const STEP_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Number of days ahead that are searched for a free time. */
export const FREE_WITHIN_DAYS = 14;
const FREE_WITHIN_MS = FREE_WITHIN_DAYS * 24 * HOUR_MS;
/** Minimum time between the first and the second suggested start. */
const MIN_GAP_MS = 90 * MINUTE_MS;

// UTC offsets of all time zones are multiples of 15 minutes, so rounding in UTC rounds local time too.
const roundUp = (at: number): number => Math.ceil(at / STEP_MS) * STEP_MS;

export interface FreeTimeSearch {
  times: WorkTimes;
  /** Busy intervals, in any order. */
  busy: readonly TimeSpan[];
  /** Duration of the task in ms. */
  length: number;
}

/**
 * Returns the first start, on a quarter of an hour, from which the whole task fits into working time without
 * overlapping a busy interval; null if there is none within two weeks.
 */
export function firstFreeStart({ times, busy, length }: FreeTimeSearch, from: number): number | null {
  const until = from + FREE_WITHIN_MS;
  for (let at = roundUp(from); at < until;) {
    const opensAt = nextWorkingTime(times, at);
    if (opensAt === null) return null;
    const start = roundUp(opensAt);
    const closesAt = endOfWorkingTime(times, opensAt) ?? start;
    const overlap = busy.find((span) => span.from < start + length && span.to > start);
    if (start + length > closesAt) at = closesAt;
    else if (overlap) at = roundUp(overlap.to);
    else return start < until ? start : null;
  }
  return null;
}

/** Returns up to three free starts: the next one, a later one, and the first of the next day in `zone`. */
export function freeStarts(search: FreeTimeSearch, now: number, zone: string): number[] {
  const next = firstFreeStart(search, now);
  if (next === null) return [];
  const laterStart = firstFreeStart(search, next + Math.max(search.length, MIN_GAP_MS));
  const tomorrow = firstFreeStart(search, startOfDate(zone, addDays(dateIn(zone, now), 1)));
  const found = [next, laterStart, tomorrow].filter((start) => start !== null);
  return [...new Set(found)].toSorted((a, b) => a - b);
}
