// Time zones and their clocks, on Intl alone: libraries that were tried are wrong on days on which clocks change.
// Dates are ISO ("2026-05-03"), local times ISO without an offset ("2026-05-03T14:20"), instants ms since 1970.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An interval of real time, ms; `to` is exclusive. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** The zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether `name` is a time zone that Intl knows. Not cached: names come from the network in any spelling. */
export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns `zone` if it is known, else the zone of this device. */
export const zoneOrDevice = (zone: string | null | undefined): string => (zone && isZone(zone) ? zone : deviceZone());

// A formatter is expensive to create, so each zone keeps its own.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...digits });
  clocks.set(zone, clock);
  return clock;
}

/** Returns how far the clocks of a zone are ahead of UTC at an instant, ms. Throws a RangeError for an unknown zone. */
export function offsetAt(zone: string, at: number): number {
  const seconds = Math.floor(at / 1000) * 1000;
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(seconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: string): number => parts[name] ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - seconds;
}

/** Returns the local time of a zone at an instant: "2026-05-03T14:20". */
export const localTimeIn = (zone: string, at: number): string =>
  new Date(at + offsetAt(zone, at)).toISOString().slice(0, 16);

/** Returns the date of a zone at an instant: "2026-05-03". */
export const dateIn = (zone: string, at: number): string => localTimeIn(zone, at).slice(0, 10);

/** Returns the time of day of a zone at an instant: "14:20". */
export const timeIn = (zone: string, at: number): string => localTimeIn(zone, at).slice(11);

/** Whether the clocks of a zone show another date or time at an instant than this device's; false for an unknown zone. */
export const isElsewhere = (zone: string, at: number): boolean =>
  offsetAt(zoneOrDevice(zone), at) !== offsetAt(deviceZone(), at);

/** Milliseconds of a local time as if it were UTC. */
const wallOf = (local: string): number => Date.parse(`${local}Z`);

/** Whether a text is a date of the calendar, "2026-05-03". */
export function isDate(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? wallOf(`${text}T00:00`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Every instant at which the clocks of a zone show a wall time, earliest first: none in a gap, two in an overlap. */
function instantsOf(zone: string, wall: number): number[] {
  // No zone changes its clocks twice within two days, so the offsets of a day before and after are all that may hold.
  const offsets = new Set([offsetAt(zone, wall - DAY_MS), offsetAt(zone, wall + DAY_MS)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetAt(zone, at) === wall)
    .toSorted((a, b) => a - b);
}

/**
 * Returns the instant of a local time in a zone. A local time that occurs twice is the first one; one that is skipped
 * is as much later as the clocks jump (the rule of RFC 5545 and of Temporal's `compatible`). NaN for a malformed time.
 */
export function instantIn(zone: string, local: string): number {
  const wall = wallOf(local);
  if (Number.isNaN(wall)) return Number.NaN;
  return instantsOf(zone, wall)[0] ?? wall - offsetAt(zone, wall - DAY_MS);
}

/** Returns the instant, to the minute, at which the clocks of a zone change between two others; null without a change. */
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

/** Returns the first instant of a date in a zone: where midnight is skipped, the one at which the clocks jump. */
export const startOfDate = (zone: string, date: string): number => instantIn(zone, `${date}T00:00`);

/** Returns the first instant of the date of `at` in a zone, moved by `days`. */
export const startOfDay = (zone: string, at: number, days = 0): number =>
  startOfDate(zone, addDays(dateIn(zone, at), days));

/** Returns the date so many days after another. */
export const addDays = (date: string, days: number): string =>
  new Date(wallOf(`${date}T00:00`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns how many days the second date is after the first. */
export const daysBetween = (first: string, second: string): number =>
  (wallOf(`${second}T00:00`) - wallOf(`${first}T00:00`)) / DAY_MS;

/** Returns the day of the week of a date: 0 is Monday, 6 Sunday. */
export const weekdayIndex = (date: string): number => (new Date(wallOf(`${date}T00:00`)).getUTCDay() + 6) % 7;

const isNotEmpty = ({ from, to }: TimeSpan): boolean => from < to;

/**
 * Returns the real time of a local interval of a date, given in minutes since midnight. [Note: When the clocks change] A
 * local time that is skipped on that date counts as the instant at which the clocks jump; one that occurs twice counts
 * only the first time.
 */
export function localSpans(zone: string, date: string, from: number, to: number): TimeSpan[] {
  const midnight = wallOf(`${date}T00:00`);
  const local = { from: midnight + from * MINUTE_MS, to: midnight + to * MINUTE_MS };
  // Zones are at most 14 hours from UTC, and none changes its clocks twice in so short a time.
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
