import { weekdays, type Weekday, type WorkInterval, type WorkTimes } from './entities/work-times.ts';
import { dayOf, offsetAt } from './zone-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MIN = 1440;
/** Longer than any exception that makes sense; a schedule that opens later than that does not open. */
const FAR_DAYS = 400;

/** A stretch of real time, ms; `to` is not in it. */
export interface Span {
  from: number;
  to: number;
}

/** Monday to Friday, nine to six: of whoever has entered nothing. */
export function defaultWorkTimes(zone: string): WorkTimes {
  const day = [{ from: '09:00', to: '18:00' }];
  const days = { MON: day, TUE: day, WED: day, THU: day, FRI: day, SAT: [], SUN: [] };
  return { zone, days, exceptions: [] };
}

/** Minutes since midnight of a time that was checked; 24:00 is 1440. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The same intervals on every day. */
export function copiedToAll(days: WorkTimes['days'], from: Weekday): WorkTimes['days'] {
  const copied = weekdays.map((day) => [day, days[from].map((interval) => ({ ...interval }))]);
  return Object.fromEntries(copied) as WorkTimes['days'];
}

/** ISO date -> the day of the week. */
function weekdayOf(date: string): Weekday {
  return weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!;
}

/** What holds on a date. Of several exceptions the one that was entered last. */
function intervalsOn({ days, exceptions }: WorkTimes, date: string): readonly WorkInterval[] {
  const exception = exceptions.findLast(({ from, to }) => from <= date && date <= to);
  if (exception?.type === 'off') return [];
  return exception?.intervals ?? days[weekdayOf(date)];
}

/** The moment, to the minute, at which the clocks of a zone change between two others; null where they do not. */
function changeBetween(zone: string, from: number, to: number): number | null {
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

const isThere = ({ from, to }: Span): boolean => from < to;

/**
 * One interval of a date as real time. [Note: When the clocks change] A local time that is missing on that day counts as
 * the moment at which the clocks jump; one that comes twice counts the first time alone.
 */
function spansOf(zone: string, date: string, { from, to }: WorkInterval): Span[] {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const local = { from: midnight + minuteOf(from) * MINUTE_MS, to: midnight + minuteOf(to) * MINUTE_MS };
  // Zones are at most 14 hours from UTC. Nowhere do the clocks change twice in so short a time.
  const [first, last] = [midnight - 15 * 60 * MINUTE_MS, midnight + (24 + 15) * 60 * MINUTE_MS];
  const before = offsetAt(zone, first);
  const change = changeBetween(zone, first, last);
  if (change === null) return [{ from: local.from - before, to: local.to - before }].filter(isThere);
  const after = offsetAt(zone, last);
  const early = { from: local.from - before, to: Math.min(local.to - before, change) };
  const seen = change + Math.max(0, before - after);
  const late = { from: Math.max(local.from - after, seen), to: local.to - after };
  const found = [early, late].filter(isThere);
  const [one, two] = found;
  return one && two && one.to === two.from ? [{ from: one.from, to: two.to }] : found;
}

/** When work is done on a date of the schedule's zone, in order. */
export function openSpans(times: WorkTimes, date: string): Span[] {
  return intervalsOn(times, date).flatMap((interval) => spansOf(times.zone, date, interval));
}

const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MIN * MINUTE_MS).toISOString().slice(0, 10);

function* spansFrom(times: WorkTimes, at: number): Generator<Span> {
  const isEverOpen = [...Object.values(times.days), ...times.exceptions.map(({ intervals = [] }) => intervals)].some(
    (intervals) => intervals.length > 0,
  );
  if (!isEverOpen) return;
  const first = dayOf(times.zone, at);
  for (let day = 0; day < FAR_DAYS; day += 1)
    for (const span of openSpans(times, dateAfter(first, day))) if (span.to > at) yield span;
}

/** Whether work is done at a moment, ms. */
export function openAt(times: WorkTimes, at: number): boolean {
  return openSpans(times, dayOf(times.zone, at)).some(({ from, to }) => from <= at && at < to);
}

/** The first moment, from `at` on, at which work is done: `at` itself while it is. Null where that never comes. */
export function nextOpen(times: WorkTimes, at: number): number | null {
  for (const { from } of spansFrom(times, at)) return Math.max(from, at);
  return null;
}

/** When the work that is going on at `at` ends, over midnight too; null while none is. */
export function closesAt(times: WorkTimes, at: number): number | null {
  let end: number | null = null;
  for (const { from, to } of spansFrom(times, at)) {
    if (end === null ? from > at : from !== end) break;
    end = to;
  }
  return end;
}

/** Working minutes between two moments, ms; whole ones. 0 where `to` is not later. */
export function workingMinutes(times: WorkTimes, from: number, to: number): number {
  let open = 0;
  const last = dayOf(times.zone, to);
  for (let date = dayOf(times.zone, from); from < to && date <= last; date = dateAfter(date, 1))
    for (const span of openSpans(times, date)) open += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
  return Math.floor(open / MINUTE_MS);
}

/** The moment at which so many working minutes have passed since `from`; null where they never do. */
export function afterWorking(times: WorkTimes, from: number, minutes: number): number | null {
  let left = minutes * MINUTE_MS;
  for (const span of spansFrom(times, from)) {
    const begin = Math.max(span.from, from);
    if (span.to - begin >= left) return begin + left;
    left -= span.to - begin;
  }
  return null;
}
