import { dateLanguage, formatDate, type When } from './dates.ts';

// Formats that use Intl, because dayjs lacks them: numbers with units and plurals, relative times in everyday words
// ("yesterday" instead of "a day ago"), and the names of time zones.

/** Formats a size in decimal units, as 310 kB, with the number format of the language. */
export function formatBytes(bytes: number): string {
  const [unit, size] =
    bytes < 1e6
      ? (['kilobyte', 1e3] as const)
      : bytes < 1e9
        ? (['megabyte', 1e6] as const)
        : (['gigabyte', 1e9] as const);
  // A non-empty file has at least 0.1 kB, so that its size is never shown as 0.
  const value = bytes === 0 ? 0 : Math.max(0.1, bytes / size);
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(dateLanguage(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits,
  }).format(value);
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a duration in its largest unit, rounded down, as "3 hours". The smallest unit is the minute. */
export function formatDuration(ms: number, language: string): string {
  const [unit, length] = units.find(([, each]) => ms >= each) ?? ['minute', 60_000];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.max(0, Math.floor(ms / length)));
}

/** One format per language. Creating a format takes longer than rendering the rest of a table row. */
const agoFormats = new Map<string, Intl.RelativeTimeFormat>();

function agoFormat(language: string): Intl.RelativeTimeFormat {
  const format = agoFormats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  agoFormats.set(language, format);
  return format;
}

/** Formats as "5 minutes ago", "yesterday" or "now", or as the date if it is a week away or more. */
export function formatAgo(when: When, now: number): string {
  const passed = new Date(when).getTime() - now;
  if (Math.abs(passed) >= 7 * 86_400_000) return formatDate(when);
  const [unit, length] = units.find(([, each]) => Math.abs(passed) >= each) ?? ['second', Infinity];
  return agoFormat(dateLanguage()).format(Math.trunc(passed / length) || 0, unit);
}

/** Formats a month given as "2026-11" as "November 2026"; in lower case if the language writes months that way. */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat(dateLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );

/**
 * Returns the name of a time zone in a language, such as "Kazakhstan Time"; the id of the zone if Intl has no name for
 * it.
 */
export function zoneName(zone: string, at: number, language: string): string {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(at);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  } catch {
    return zone;
  }
}

/**
 * Returns the options of a time zone field: all zones of this browser, and the zones in `own` even if the browser lacks
 * them.
 */
export const zoneOptions = (...own: string[]): { value: string; label: string }[] =>
  [...new Set([...own, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/**
 * Capitalizes the first letter of a text at the start of a line, because Russian writes the names of days and months in
 * lower case.
 */
export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Writes the first letter of a text in lower case, because the text follows others in a line. */
export const uncapitalize = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1);
