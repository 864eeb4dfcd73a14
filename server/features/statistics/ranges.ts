import { QUARTER_MS, type SteppedRange } from './periods.ts';

const DAY_MS = 86_400_000;

export type Unit = 'quarter' | 'day' | 'month';

/** Rows of the rollup with one unit, from `lo` (inclusive) to `hi` (exclusive), in ms. */
export interface UnitRange {
  unit: Unit;
  lo: number;
  hi: number;
}

function nextMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

const isMonthStart = (at: number): boolean => at % DAY_MS === 0 && new Date(at).getUTCDate() === 1;

/**
 * Returns the first part of a range: a month or a day in UTC if it begins at `lo` and ends by `hi`; otherwise the
 * quarters of an hour until the end of the day or until `hi`.
 */
function firstUnit(lo: number, hi: number): UnitRange {
  if (isMonthStart(lo) && nextMonth(lo) <= hi) return { unit: 'month', lo, hi: nextMonth(lo) };
  if (lo % DAY_MS === 0 && lo + DAY_MS <= hi) return { unit: 'day', lo, hi: lo + DAY_MS };
  return { unit: 'quarter', lo, hi: Math.min(hi, Math.floor(lo / DAY_MS) * DAY_MS + DAY_MS) };
}

/**
 * Returns the ranges of rollup rows that together cover a range of time. There are as few of them as possible, and none
 * extends over two steps. The bounds must be starts of quarters of an hour.
 */
export function unitRanges({ starts, to }: SteppedRange): UnitRange[] {
  const ranges: UnitRange[] = [];
  for (const [index, start] of starts.entries()) {
    const end = Math.min(starts[index + 1] ?? to, to);
    for (let at = start; at + QUARTER_MS <= end;) {
      const next = firstUnit(at, end);
      const last = ranges.at(-1);
      if (last && last.unit === next.unit && last.hi === next.lo) last.hi = next.hi;
      else ranges.push(next);
      at = next.hi;
    }
  }
  return ranges;
}
