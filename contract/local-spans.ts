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
  const offsetBefore = offsetAt(zone, from);
  if (offsetBefore === offsetAt(zone, to)) return null;
  let [low, high] = [from, to];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(zone, middle) === offsetBefore) low = middle;
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
  const offsetBefore = offsetAt(zone, first);
  const change = clockChange(zone, first, last);
  if (change === null) return [{ from: local.from - offsetBefore, to: local.to - offsetBefore }].filter(isNotEmpty);
  const offsetAfter = offsetAt(zone, last);
  const spanBefore = { from: local.from - offsetBefore, to: Math.min(local.to - offsetBefore, change) };
  // Of the local times that occur a second time after the change, only the first occurrence counts.
  const earliestStart = change + Math.max(0, offsetBefore - offsetAfter);
  const spanAfter = { from: Math.max(local.from - offsetAfter, earliestStart), to: local.to - offsetAfter };
  const spans = [spanBefore, spanAfter].filter(isNotEmpty);
  const [firstSpan, secondSpan] = spans;
  return firstSpan && secondSpan && firstSpan.to === secondSpan.from
    ? [{ from: firstSpan.from, to: secondSpan.to }]
    : spans;
}
