// Everything here is in this device's time zone and calendar; other zones and the arithmetic of clock changes are in
// contract/zones.ts. The names of months and days come from Intl; the order of the parts is our own.

export type DateLanguage = 'ru' | 'en' | 'de';

/**
 * An ISO instant, milliseconds since 1970, or a date without a time ("2026-05-03"), which is the same in every time
 * zone.
 */
export type When = string | number;

let language: string = 'en';

/** Sets the language of dates. */
export function setDateLanguage(next: DateLanguage): void {
  language = next;
}

/** Returns the language of dates. */
export const dateLanguage = (): string => language;

const DATE_ONLY = /^\d{4}-\d\d-\d\d$/;

// Without a time, a date would be parsed as midnight in UTC.
const dateOf = (when: When): Date =>
  new Date(typeof when === 'string' && DATE_ONLY.test(when) ? `${when}T00:00` : when);

const isValid = (date: Date): boolean => !Number.isNaN(date.getTime());

/** Formats a valid date; an invalid one must not break the screen that shows it. */
function write(when: When, format: (date: Date) => string, invalid = 'Invalid Date'): string {
  const date = dateOf(when);
  return isValid(date) ? format(date) : invalid;
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

const dayAndMonth = (date: Date): string => `${pad(date.getDate())}/${pad(date.getMonth() + 1)}`;
const year = (date: Date): string => pad(date.getFullYear(), 4);
const fullDate = (date: Date): string => `${dayAndMonth(date)}/${year(date)}`;
const time = (date: Date): string => `${pad(date.getHours())}:${pad(date.getMinutes())}`;
const dateInput = (date: Date): string => `${year(date)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Options of Intl by the name that they give. Russian puts a month after a day into the genitive. */
const nameFormats = {
  monthOfDay: { month: 'long', day: 'numeric' },
  shortMonth: { month: 'short' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
} as const;

// Creating a formatter takes much longer than using it.
const formatters = new Map<string, Intl.DateTimeFormat>();

function nameOf(date: Date, kind: keyof typeof nameFormats, inLanguage: string): string {
  const key = `${inLanguage} ${kind}`;
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(inLanguage, { ...nameFormats[kind], timeZone: 'UTC' });
  formatters.set(key, formatter);
  const parts = formatter.formatToParts(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
  return parts.find(({ type }) => type === 'month' || type === 'weekday')?.value ?? '';
}

/** What follows the number of the day and the name of the weekday. */
const punctuation: Record<string, { day: string; weekday: string }> = {
  ru: { day: '', weekday: ',' },
  de: { day: '.', weekday: ',' },
};
const after = (part: 'day' | 'weekday', inLanguage: string): string => punctuation[inLanguage]?.[part] ?? '';

const dayOfMonth = (date: Date, inLanguage: string): string =>
  `${date.getDate()}${after('day', inLanguage)} ${nameOf(date, 'monthOfDay', inLanguage)}`;

/** Formats as 03/05/2026. */
export const formatDate = (when: When): string => write(when, fullDate);

/** Formats as 14:20. */
export const formatTime = (when: When): string => write(when, time);

/** Formats as 03/05/2026 14:20. */
export const formatDateTime = (when: When): string => write(when, (date) => `${fullDate(date)} ${time(date)}`);

/** Formats as 03 May 14:20; Russian months are in the genitive. */
export const formatDayTime = (when: When): string =>
  write(when, (date) => `${pad(date.getDate())} ${nameOf(date, 'monthOfDay', language)} ${time(date)}`);

/** Formats as 03/05. */
export const formatShortDate = (when: When): string => write(when, dayAndMonth);

/** Formats as 3 May 2026, for sentences. */
export const formatLongDate = (when: When): string =>
  write(when, (date) => `${dayOfMonth(date, language)} ${year(date)}`);

/** Formats as Saturday 3 May. */
export const formatWeekday = (when: When, language: string): string =>
  write(
    when,
    (date) => `${nameOf(date, 'weekday', language)}${after('weekday', language)} ${dayOfMonth(date, language)}`,
  );

/** Formats as Saturday. */
export const formatWeekdayName = (when: When, language: string): string =>
  write(when, (date) => nameOf(date, 'weekday', language));

/** Formats as Sat. */
export const formatShortWeekday = (when: When, language: string): string =>
  write(when, (date) => nameOf(date, 'shortWeekday', language));

/** Returns the parts of a date tile: "May" and "3". */
export function formatTile(when: When, language: string): { month: string; day: string } {
  return {
    month: write(when, (date) => nameOf(date, 'shortMonth', language)),
    day: write(when, (date) => String(date.getDate())),
  };
}

/** Whether two instants are on the same day. */
export const isSameDay = (one: When, other: When): boolean =>
  dateOf(one).toDateString() === dateOf(other).toDateString();

/**
 * Formats an instant of today as the time alone, and any other as day and time, so that an old time does not look like
 * a recent one.
 */
export const formatRecent = (when: When, now: number): string =>
  isSameDay(when, now) ? formatTime(when) : formatDayTime(when);

/** Formats as 18:30–20:30, or with both days if they differ. */
export function formatSpan(from: When, to: When): string {
  if (isSameDay(from, to)) return `${formatTime(from)}–${formatTime(to)}`;
  return `${formatDayTime(from)} – ${formatDayTime(to)}`;
}

/** Returns the hour of the day, 0 to 23. */
export const hourOf = (when: When): number => dateOf(when).getHours();

/** Returns the instant, ms, at the same time of day `days` days later. */
export function inDays(when: When, days: number): number {
  const date = dateOf(when);
  return date.setDate(date.getDate() + days);
}

/** Returns the instant, ms, of a full hour on the day of `when`. */
export const atHour = (when: When, hour: number): number => dateOf(when).setHours(hour, 0, 0, 0);

/** Returns the value of a date input: "2026-05-03"; empty for an invalid date. */
export const toDateInput = (when: When): string => write(when, dateInput, '');

/** Returns the value of a date and time input: "2026-05-03T14:20"; empty for an invalid date. */
export const toDateTimeInput = (when: When): string => write(when, (date) => `${dateInput(date)}T${time(date)}`, '');

/** Returns the ISO instant of the value of a date and time input; empty while the value is incomplete. */
export const fromDateTimeInput = (input: string): string => write(input, (date) => date.toISOString(), '');
