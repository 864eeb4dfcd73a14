import { QUARTER_MS, type SteppedRange } from './periods.ts';

const DAY_MS = 86_400_000;

export type TimeUnit = 'quarter' | 'day' | 'month';

/** Rows of the rollup with one unit, from `lo` (inclusive) to `hi` (exclusive), in ms. */
export interface UnitRange {
  unit: TimeUnit;
  lo: number;
  hi: number;
  /**
   * 0: each row counts for the step that contains it; the row of a day, for the step that contains noon. If a step
   * begins within a day, a second range moves the quarters of an hour that the day's row counts for the wrong step:
   * with 1, from the previous step to the step that begins at `lo`; with -1, from the next step to the step that ends
   * at `hi`. If the range has a single step, the rows of a range with -1 are subtracted.
   */
  direction: 0 | 1 | -1;
}

function nextMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

const isMonthStart = (at: number): boolean => at % DAY_MS === 0 && new Date(at).getUTCDate() === 1;

const dayStart = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/**
 * Returns the first part of a range: a month or a day in UTC if one begins at `lo` and ends by `hi`; otherwise the
 * quarters of an hour until the end of the day or until `hi`. Never returns a month in which a step starts, or a day in
 * which two steps start.
 */
function firstUnit(lo: number, hi: number, starts: readonly number[]): Omit<UnitRange, 'direction'> {
  const startsBefore = (end: number): number => starts.filter((start) => lo < start && start < end).length;
  const [month, day] = [nextMonth(lo), lo + DAY_MS];
  if (isMonthStart(lo) && month <= hi && startsBefore(month) === 0) return { unit: 'month', lo, hi: month };
  if (lo % DAY_MS === 0 && day <= hi && startsBefore(day) <= 1) return { unit: 'day', lo, hi: day };
  return { unit: 'quarter', lo, hi: Math.min(hi, dayStart(lo) + DAY_MS) };
}

/**
 * Returns the range that corrects the row of a day in which a step begins. The row counts for the step that contains
 * noon, which has the longer part of the day, so the shorter part must be moved.
 */
function movedRange({ lo, hi }: { lo: number; hi: number }, start: number): UnitRange {
  const isLate = start - lo > hi - start;
  return isLate ? { unit: 'quarter', lo: start, hi, direction: 1 } : { unit: 'quarter', lo, hi: start, direction: -1 };
}

/**
 * Returns the ranges of rollup rows that together cover a range of time. The bounds must be starts of quarters of an
 * hour. If a step begins within a day, the row of the day is read and corrected, because reading all quarters of an
 * hour of the day would be slower: an employee has many rows at work and few around midnight.
 */
export function unitRanges({ starts, to }: SteppedRange): UnitRange[] {
  const [first = to, ...inner] = starts;
  const ranges: UnitRange[] = [];
  const moved: UnitRange[] = [];
  for (let at = first; at + QUARTER_MS <= to;) {
    const next = firstUnit(at, to, inner);
    const last = ranges.at(-1);
    if (last && last.unit === next.unit && last.hi === next.lo) last.hi = next.hi;
    else ranges.push({ ...next, direction: 0 });
    const start = inner.find((bound) => next.lo < bound && bound < next.hi);
    if (next.unit === 'day' && start !== undefined) moved.push(movedRange(next, start));
    at = next.hi;
  }
  return [...ranges, ...moved];
}

/**
 * Returns the ranges of rollup rows whose sum, or difference, is the sum of a range of time that ends now. It reads the
 * whole day, or month, in which the range ends, and subtracts what is later than its end, because there are hardly any
 * rows of the future, but many of today. It reads the day in which the range begins as a whole if it subtracts less than
 * it would otherwise add. The bounds must be starts of quarters of an hour.
 */
export function rangesUntilNow(from: number, to: number): UnitRange[] {
  const day = dayStart(from);
  const begin = from - day < Math.min(day + DAY_MS, to) - from ? day : from;
  const lastDay = dayStart(to - QUARTER_MS);
  const endOfMonth = nextMonth(lastDay);
  const isWholeMonth = unitRanges({ starts: [begin], to: endOfMonth }).at(-1)?.unit === 'month';
  const end = isWholeMonth ? endOfMonth : lastDay + DAY_MS;
  const subtracted = [
    { starts: [day], to: begin === day ? from : day },
    { starts: [to], to: end },
  ].flatMap((range) => unitRanges(range));
  return [
    ...unitRanges({ starts: [begin], to: end }),
    ...subtracted.map((range): UnitRange => ({ ...range, direction: -1 })),
  ];
}
