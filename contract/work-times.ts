import { weekdays, type Weekday, type WorkInterval, type WorkTimes } from './entities/work-times.ts';
import { addDays, dateIn, weekdayIndex } from './zones.ts';
import { localSpans, type TimeSpan } from './local-spans.ts';

const MINUTE_MS = 60_000;
/** Number of days in which the next working time is searched; longer than any realistic absence. */
const LOOKAHEAD_DAYS = 400;

/** Returns the default work times of an employee who has not entered any: Monday to Friday, 09:00 to 18:00. */
export function defaultWorkTimes(zone: string): WorkTimes {
  const day = [{ from: '09:00', to: '18:00' }];
  const days = { MON: day, TUE: day, WED: day, THU: day, FRI: day, SAT: [], SUN: [] };
  return { zone, days, exceptions: [] };
}

/** Returns the minutes since midnight of a valid time of day; 24:00 returns 1440. */
export const minutesSinceMidnight = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Returns a week in which every day has the intervals of the given day. */
export function copyToAllDays(days: WorkTimes['days'], from: Weekday): WorkTimes['days'] {
  const copied = weekdays.map((day) => [day, days[from].map((interval) => ({ ...interval }))]);
  return Object.fromEntries(copied) as WorkTimes['days'];
}

/** Returns the work intervals of a date. If several exceptions cover the date, the one entered last applies. */
function intervalsOn({ days, exceptions }: WorkTimes, date: string): readonly WorkInterval[] {
  const exception = exceptions.findLast(({ from, to }) => from <= date && date <= to);
  if (exception?.type === 'off') return [];
  return exception?.intervals ?? days[weekdays[weekdayIndex(date)]!];
}

/** Returns the working time on a date in the zone of the schedule, earliest interval first. */
export function workingSpans(times: WorkTimes, date: string): TimeSpan[] {
  return intervalsOn(times, date).flatMap(({ from, to }) =>
    localSpans(times.zone, date, minutesSinceMidnight(from), minutesSinceMidnight(to)),
  );
}

function* spansFrom(times: WorkTimes, at: number): Generator<TimeSpan> {
  const hasWorkingTime = [
    ...Object.values(times.days),
    ...times.exceptions.map(({ intervals = [] }) => intervals),
  ].some((intervals) => intervals.length > 0);
  if (!hasWorkingTime) return;
  const first = dateIn(times.zone, at);
  for (let day = 0; day < LOOKAHEAD_DAYS; day += 1)
    for (const span of workingSpans(times, addDays(first, day))) if (span.to > at) yield span;
}

/** Whether an instant (ms) is within working time. */
export function isWorkingTime(times: WorkTimes, at: number): boolean {
  return workingSpans(times, dateIn(times.zone, at)).some(({ from, to }) => from <= at && at < to);
}

/**
 * Returns the first instant of working time that is not before `at` (`at` itself if it is working time), or null if
 * there is none.
 */
export function nextWorkingTime(times: WorkTimes, at: number): number | null {
  for (const { from } of spansFrom(times, at)) return Math.max(from, at);
  return null;
}

/**
 * Returns the end of the working time that contains `at`, even if that is after midnight; null if `at` is not working
 * time.
 */
export function endOfWorkingTime(times: WorkTimes, at: number): number | null {
  let end: number | null = null;
  for (const { from, to } of spansFrom(times, at)) {
    if (end === null ? from > at : from !== end) break;
    end = to;
  }
  return end;
}

/** Returns the number of full working minutes between two instants (ms); 0 if `to` is not after `from`. */
export function workingMinutes(times: WorkTimes, from: number, to: number): number {
  let workingMs = 0;
  const last = dateIn(times.zone, to);
  for (let date = dateIn(times.zone, from); from < to && date <= last; date = addDays(date, 1))
    for (const span of workingSpans(times, date))
      workingMs += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
  return Math.floor(workingMs / MINUTE_MS);
}

/**
 * Returns the instant at which the given number of working minutes has passed since `from`, or null if the schedule
 * never reaches it.
 */
export function addWorkingMinutes(times: WorkTimes, from: number, minutes: number): number | null {
  let left = minutes * MINUTE_MS;
  for (const span of spansFrom(times, from)) {
    const intervalStart = Math.max(span.from, from);
    if (span.to - intervalStart >= left) return intervalStart + left;
    left -= span.to - intervalStart;
  }
  return null;
}
