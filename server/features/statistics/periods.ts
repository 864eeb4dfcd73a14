import type { StatisticsPeriod } from '../../../contract/statistics.ts';
import {
  addDays,
  dateIn,
  daysBetween,
  instantIn,
  localTimeIn,
  startOfDate,
  weekdayIndex,
} from '../../../contract/zones.ts';

export const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

/**
 * Returns the start of the quarter of an hour that contains an instant. The offsets of all zones are multiples of 15
 * minutes.
 */
const quarterStart = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;

/** Returns the end of the quarter of an hour that contains an instant. */
const quarterEnd = (at: number): number => quarterStart(at) + QUARTER_MS;

/**
 * A range of time that is divided into steps, in ms: `starts` contains the starts of the steps, `to` is the end of the
 * last step.
 */
export interface SteppedRange {
  starts: readonly number[];
  to: number;
}

export interface PeriodRanges {
  step: 'hour' | 'day' | 'week';
  /** The range from the start of the period to the end of the current quarter of an hour. */
  current: SteppedRange;
  /** The same number of calendar days immediately before the current range, ending at the same time of day. */
  previous: SteppedRange;
}

/** Returns the first date of the period that contains a date. */
function firstDate(period: StatisticsPeriod, date: string): string {
  const [year, month] = [date.slice(0, 4), Number(date.slice(5, 7))];
  const monthStart = (months: number) =>
    `${year}-${String(Math.floor((month - 1) / months) * months + 1).padStart(2, '0')}-01`;
  switch (period) {
    case 'today':
      return date;
    case 'week':
      return addDays(date, -weekdayIndex(date));
    case 'month':
      return monthStart(1);
    case 'quarter':
      return monthStart(3);
    case 'half_year':
      return monthStart(6);
    case 'year':
      return monthStart(12);
  }
}

const steps: Readonly<Record<StatisticsPeriod, PeriodRanges['step']>> = {
  today: 'hour',
  week: 'day',
  month: 'day',
  quarter: 'day',
  half_year: 'week',
  year: 'week',
};

/**
 * Divides the time from a date until `to` into steps. Days and weeks begin at midnight, even if the clock changes
 * between them.
 */
function splitIntoSteps(zone: string, date: string, to: number, step: PeriodRanges['step']): SteppedRange {
  const from = quarterStart(startOfDate(zone, date));
  const starts: number[] = [];
  const startOf = (index: number) =>
    step === 'hour'
      ? from + index * HOUR_MS
      : quarterStart(startOfDate(zone, addDays(date, index * (step === 'week' ? 7 : 1))));
  for (let start = from; start < to || starts.length === 0; start = startOf(starts.length)) starts.push(start);
  return { starts, to };
}

/** Returns the ranges of a period at an instant, for a viewer in a zone. Weeks begin on Monday. */
export function periodRanges(period: StatisticsPeriod, zone: string, now: number): PeriodRanges {
  const today = dateIn(zone, now);
  const date = firstDate(period, today);
  const days = daysBetween(date, today) + 1;
  const step = steps[period];
  const current = splitIntoSteps(zone, date, quarterEnd(now), step);
  const [endDate = today, time] = localTimeIn(zone, current.to).split('T');
  const sameTime = quarterStart(instantIn(zone, `${addDays(endDate, -days)}T${time}`));
  const previous = splitIntoSteps(zone, addDays(date, -days), Math.min(sameTime, current.starts[0] ?? sameTime), step);
  return { step, current, previous };
}
