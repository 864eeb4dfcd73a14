// Time zone arithmetic based on Intl alone, because the date libraries that were tested return wrong results on days
// with a clock change. Dates are ISO strings ("2026-05-03"), local times are ISO strings without an offset
// ("2026-05-03T14:20"), and instants are ms since 1970.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the time zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Whether Intl supports a time zone called `name`. The result is not cached: names come from the network, and invalid
 * ones could fill the cache.
 */
export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns `zone` if it is known, else the zone of this device. */
export const zoneOrDevice = (zone: string | null | undefined): string => (zone && isZone(zone) ? zone : deviceZone());

// One formatter per zone, because a formatter is expensive to create.
const clocks = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...digits });
  clocks.set(zone, clock);
  return clock;
}

/**
 * Returns the UTC offset of a zone at an instant, in ms; positive east of UTC. Throws a RangeError for an unknown zone.
 */
export function offsetAt(zone: string, at: number): number {
  const seconds = Math.floor(at / 1000) * 1000;
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(seconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: string): number => parts[name] ?? 0;
  const localMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return localMs - seconds;
}

/** Returns the local time in a zone at an instant: "2026-05-03T14:20". */
export const localTimeIn = (zone: string, at: number): string =>
  new Date(at + offsetAt(zone, at)).toISOString().slice(0, 16);

/** Returns the local date in a zone at an instant: "2026-05-03". */
export const dateIn = (zone: string, at: number): string => localTimeIn(zone, at).slice(0, 10);

/** Returns the local time of day in a zone at an instant: "14:20". */
export const timeIn = (zone: string, at: number): string => localTimeIn(zone, at).slice(11);

/** Whether the local time in a zone differs from that of this device at an instant; false for an unknown zone. */
export const hasOtherLocalTime = (zone: string, at: number): boolean =>
  offsetAt(zoneOrDevice(zone), at) !== offsetAt(deviceZone(), at);

/** Parses a local time as if it were UTC and returns it in ms. */
export const parseAsUtc = (local: string): number => Date.parse(`${local}Z`);

/** Whether a string is an existing calendar date such as "2026-05-03". */
export function isDate(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? parseAsUtc(`${text}T00:00`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/**
 * Returns every instant at which the clocks of a zone show the given local time, earliest first: none if the time is
 * skipped by a clock change, two if it occurs twice.
 */
function instantsOf(zone: string, localMs: number): number[] {
  // No zone changes its clocks twice within two days, so the offset at the local time is that of one day before or of
  // one day after.
  const offsets = new Set([offsetAt(zone, localMs - DAY_MS), offsetAt(zone, localMs + DAY_MS)]);
  return [...offsets]
    .map((offset) => localMs - offset)
    .filter((at) => at + offsetAt(zone, at) === localMs)
    .toSorted((a, b) => a - b);
}

/**
 * Returns the instant of a local time in a zone. If a clock change makes the local time occur twice, the result is the
 * first occurrence; if it skips the local time, the result is shifted forward by the length of the gap (the rule of RFC
 * 5545 and of `compatible` in Temporal). Returns NaN for a malformed time.
 */
export function instantIn(zone: string, local: string): number {
  const localMs = parseAsUtc(local);
  if (Number.isNaN(localMs)) return Number.NaN;
  return instantsOf(zone, localMs)[0] ?? localMs - offsetAt(zone, localMs - DAY_MS);
}

/**
 * Returns the first instant of a date in a zone. If a clock change skips midnight, that is the moment of the change.
 */
export const startOfDate = (zone: string, date: string): number => instantIn(zone, `${date}T00:00`);

/** Returns the first instant of the local date that is `days` days after the date of `at`. */
export const startOfDay = (zone: string, at: number, days = 0): number =>
  startOfDate(zone, addDays(dateIn(zone, at), days));

/** Returns the date that is the given number of days after another date. */
export const addDays = (date: string, days: number): string =>
  new Date(parseAsUtc(`${date}T00:00`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of days from the first date to the second. */
export const daysBetween = (first: string, second: string): number =>
  (parseAsUtc(`${second}T00:00`) - parseAsUtc(`${first}T00:00`)) / DAY_MS;

/** Returns the weekday of a date, from 0 for Monday to 6 for Sunday. */
export const weekdayIndex = (date: string): number => (new Date(parseAsUtc(`${date}T00:00`)).getUTCDay() + 6) % 7;
