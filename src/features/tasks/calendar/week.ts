import { addDays, dateIn, isDate, weekdayIndex } from '../../../../contract/zones.ts';

export const WEEK_DAYS = 7;
/** Number of days that are shown at medium width. */
const FEW_DAYS = 3;
const MONTH_WEEKS = 6;

export type CalendarSpan = 'day' | 'week';
export type Width = 'narrow' | 'medium' | 'wide';

/** Returns the Monday of the week that contains a date. */
export const mondayOf = (day: string): string => addDays(day, -weekdayIndex(day));

/** Returns the date of the URL if it is valid, otherwise today in the time zone. */
export const chosenDay = (zone: string, now: number, urlDay: string | undefined): string =>
  urlDay !== undefined && isDate(urlDay) ? urlDay : dateIn(zone, now);

const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** Returns the dates that the grid shows: one day, three days from the chosen one, or the week from Monday. */
export function shownDays(span: CalendarSpan, day: string, width: Width): string[] {
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
export function shiftMonth(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** A focusable element of the grid: the header of a day, a task on a day, or an hour at which a task can be added. */
export interface GridStop {
  key: string;
  day: string;
  /** Start of the task or the hour in minutes of wall time; null for the header, which is the first stop of its day. */
  minute: number | null;
  isTask: boolean;
}

/**
 * Returns the element to which a key moves the focus; null if the focus stays. The elements of a day must be in reading
 * order. `opensAt` is the minute to which Arrow Down leads from the header of a day.
 */
export function nextStop(stops: readonly GridStop[], current: GridStop, key: string, opensAt: number): GridStop | null {
  const days = [...new Set(stops.map(({ day }) => day))];
  const ofDay = (day: string | undefined): GridStop[] => stops.filter((stop) => stop.day === day);
  const stopsOfDay = ofDay(current.day);
  const index = stopsOfDay.findIndex((stop) => stop.key === current.key);
  const isTask = (stop: GridStop): boolean => stop.isTask;
  if (key === 'ArrowUp') return stopsOfDay[index - 1] ?? null;
  if (key === 'ArrowDown')
    return current.minute === null ? nearestStop(stopsOfDay, opensAt) : (stopsOfDay[index + 1] ?? null);
  if (key === 'PageUp') return stopsOfDay.slice(0, index).findLast(isTask) ?? null;
  if (key === 'PageDown') return stopsOfDay.slice(index + 1).find(isTask) ?? null;
  const target: Record<string, string | undefined> = {
    Home: days[0],
    End: days.at(-1),
    ArrowLeft: days[days.indexOf(current.day) - 1],
    ArrowRight: days[days.indexOf(current.day) + 1],
  };
  return key in target ? stopBeside(ofDay(target[key]), current) : null;
}

/**
 * Returns the stop on another day that is level with the current one; for a task, the nearest task if that day has any.
 */
function stopBeside(stops: readonly GridStop[], { minute, isTask }: GridStop): GridStop | null {
  if (minute === null) return stops[0] ?? null;
  const tasks = isTask ? stops.filter((stop) => stop.isTask) : [];
  return nearestStop(tasks.length > 0 ? tasks : stops, minute);
}

/** Returns the task or hour that starts nearest to a minute. */
function nearestStop(stops: readonly GridStop[], minute: number): GridStop | null {
  const distance = (stop: GridStop): number => Math.abs(stop.minute === null ? Infinity : stop.minute - minute);
  return stops.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
