import { addDays, dateIn, isDate, weekdayIndex } from '../../../../contract/zones.ts';

export const WEEK_DAYS = 7;
/** Number of days that are shown at medium width. */
const FEW_DAYS = 3;
const MONTH_WEEKS = 6;

export type Span = 'day' | 'week';
export type Width = 'narrow' | 'medium' | 'wide';

/** Returns the Monday of the week that contains a date. */
export const mondayOf = (day: string): string => addDays(day, -weekdayIndex(day));

/** Returns the date of the URL if it is valid, otherwise today in the time zone. */
export const chosenDay = (zone: string, now: number, urlDay: string | undefined): string =>
  urlDay !== undefined && isDate(urlDay) ? urlDay : dateIn(zone, now);

const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** Returns the dates that the grid shows: one day, three days from the chosen one, or the week from Monday. */
export function shownDays(span: Span, day: string, width: Width): string[] {
  if (span === 'day') return [day];
  return width === 'medium' ? daysFrom(day, FEW_DAYS) : weekOf(day);
}

/** Returns the seven dates of a week from Monday. */
export const weekOf = (day: string): string[] => daysFrom(mondayOf(day), WEEK_DAYS);

/** Returns the weeks on the page of a month, always six, so that the height of the page stays the same. */
export function monthWeeks(month: string): string[][] {
  const first = mondayOf(`${month}-01`);
  return Array.from({ length: MONTH_WEEKS }, (_, week) => daysFrom(addDays(first, week * WEEK_DAYS), WEEK_DAYS));
}

/** Returns the month that is `count` months after another, as "2026-05". */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** A focusable element of the grid: a day, or a task on a day. */
export interface GridStop {
  key: string;
  day: string;
  /** Start of the task in minutes of wall time; null for the day itself, which comes before its tasks. */
  minute: number | null;
}

const DIRECTIONS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Returns the element that a key moves the focus to; null if it moves nowhere. The elements of a day must be in reading
 * order.
 */
export function nextStop(stops: readonly GridStop[], current: GridStop, key: string): GridStop | null {
  const days = [...new Set(stops.map(({ day }) => day))];
  const ofDay = (day: string | undefined): GridStop[] => stops.filter((stop) => stop.day === day);
  const own = ofDay(current.day);
  const index = own.findIndex((stop) => stop.key === current.key);
  if (key === 'ArrowUp') return own[index - 1] ?? null;
  if (key === 'ArrowDown') return own[index + 1] ?? null;
  if (key === 'Home') return nearest(ofDay(days[0]), current.minute);
  if (key === 'End') return nearest(ofDay(days.at(-1)), current.minute);
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  return nearest(ofDay(days[days.indexOf(current.day) + direction]), current.minute);
}

/** Returns the task of a day that starts nearest to a minute; without tasks, the day itself. */
function nearest(stops: readonly GridStop[], minute: number | null): GridStop | null {
  const distance = (stop: GridStop): number => Math.abs((stop.minute ?? 0) - (minute ?? 0));
  const tasks = minute === null ? [] : stops.filter((stop) => stop.minute !== null);
  return tasks.toSorted((a, b) => distance(a) - distance(b))[0] ?? stops[0] ?? null;
}
