import type { TimeSpan } from '../../../../contract/local-spans.ts';
import { addDays, instantIn, offsetAt, startOfDate, timeIn } from '../../../../contract/zones.ts';
import { minuteOf } from '../../../../contract/work-times.ts';

// A day of the calendar always has 24 hours of wall time. An hour that a clock change skips stays empty, and what
// happens in an hour that occurs twice is shown at the same place.

const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1440;

/** A part of a day in minutes of wall time since midnight. */
export interface DayPart {
  from: number;
  to: number;
}

/** Returns the minutes since midnight that the clocks of a zone show at an instant. */
export const wallMinute = (zone: string, at: number): number => minuteOf(timeIn(zone, at));

/**
 * Moves an instant by minutes of wall time. Where a local time occurs twice, the side of the clock change on which `at`
 * lies is kept if possible; a skipped local time is shifted forward.
 */
export function shiftWallTime(zone: string, at: number, minutes: number): number {
  const offset = offsetAt(zone, at);
  const sameOffset = at + minutes * MINUTE_MS;
  if (offsetAt(zone, sameOffset) === offset) return sameOffset;
  return instantIn(zone, new Date(sameOffset + offset).toISOString().slice(0, 16));
}

/** Returns the part of a date that an interval takes, or null if they do not meet. */
export function partOfDay(zone: string, date: string, { from, to }: TimeSpan): DayPart | null {
  const first = startOfDate(zone, date);
  const end = startOfDate(zone, addDays(date, 1));
  if (from >= end || (to <= first && from < first)) return null;
  const start = from < first ? 0 : wallMinute(zone, from);
  const last = to >= end ? DAY_MINUTES : wallMinute(zone, to);
  // The clocks went back in between: the time that passed says more than the time of the end.
  if (last < start) return { from: start, to: Math.min(DAY_MINUTES, start + (to - from) / MINUTE_MS) };
  return { from: start, to: last };
}
