import { offsetAt, parseAsUtc } from './zones.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An interval between two instants (ms); `to` is not included. */
export interface TimeSpan {
  from: number;
  to: number;
}

/**
 * Returns the instant, to the minute, at which the clocks of a zone change between two instants; null if they do not
 * change.
 */
export function clockChange(zone: string, from: number, to: number): number | null {
  const before = offsetAt(zone, from);
  if (before === offsetAt(zone, to)) return null;
  let [low, high] = [from, to];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

const isNotEmpty = ({ from, to }: TimeSpan): boolean => from < to;

/**
 * Returns the time spans that a local interval of a date covers; `from` and `to` are minutes since midnight. [Note:
 * When the clocks change] A local time that a clock change skips counts as the moment of the change; of a local time
 * that occurs twice, only the first occurrence counts.
 */
export function localSpans(zone: string, date: string, from: number, to: number): TimeSpan[] {
  const midnight = parseAsUtc(`${date}T00:00`);
  const local = { from: midnight + from * MINUTE_MS, to: midnight + to * MINUTE_MS };
  // The UTC offset of a zone is at most 14 hours, and no zone changes its clocks twice within this period.
  const [first, last] = [midnight - 15 * HOUR_MS, midnight + DAY_MS + 15 * HOUR_MS];
  const before = offsetAt(zone, first);
  const change = clockChange(zone, first, last);
  if (change === null) return [{ from: local.from - before, to: local.to - before }].filter(isNotEmpty);
  const after = offsetAt(zone, last);
  const early = { from: local.from - before, to: Math.min(local.to - before, change) };
  const counted = change + Math.max(0, before - after);
  const late = { from: Math.max(local.from - after, counted), to: local.to - after };
  const spans = [early, late].filter(isNotEmpty);
  const [one, two] = spans;
  return one && two && one.to === two.from ? [{ from: one.from, to: two.to }] : spans;
}
