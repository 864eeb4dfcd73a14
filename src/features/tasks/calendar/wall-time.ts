import type { TimeSpan } from '../../../../contract/local-spans.ts';
import { addDays, instantIn, offsetAt, startOfDate, timeIn } from '../../../../contract/zones.ts';
import { minutesSinceMidnight } from '../../../../contract/work-times.ts';

// In the calendar, every day has 24 hours of wall time. An hour that a clock change skips stays empty, and both
// occurrences of a repeated hour are shown at the same place.

const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1440;

/** A part of a day in minutes of wall time since midnight. */
export interface DayPart {
  from: number;
  to: number;
}

/** Returns the minutes since midnight that a clock in the time zone shows at an instant. */
export const wallMinute = (zone: string, at: number): number => minutesSinceMidnight(timeIn(zone, at));

/**
 * Moves an instant by minutes of wall time. If the new local time occurs twice, the result is on the same side of the
 * clock change as `at` if possible; a local time that is skipped is shifted forward.
 */
export function shiftWallTime(zone: string, at: number, minutes: number): number {
  const offset = offsetAt(zone, at);
  const sameOffset = at + minutes * MINUTE_MS;
  if (offsetAt(zone, sameOffset) === offset) return sameOffset;
  return instantIn(zone, new Date(sameOffset + offset).toISOString().slice(0, 16));
}

/** Returns the part of a date that an interval covers; null if it covers none. */
export function partOfDay(zone: string, date: string, { from, to }: TimeSpan): DayPart | null {
  const first = startOfDate(zone, date);
  const end = startOfDate(zone, addDays(date, 1));
  if (from >= end || (to <= first && from < first)) return null;
  const start = from < first ? 0 : wallMinute(zone, from);
  const last = to >= end ? DAY_MINUTES : wallMinute(zone, to);
  // The clocks were set back during the interval, so its elapsed time is used instead of the wall time of its end.
  if (last < start) return { from: start, to: Math.min(DAY_MINUTES, start + (to - from) / MINUTE_MS) };
  return { from: start, to: last };
}
