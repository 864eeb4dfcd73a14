import dayjs from 'dayjs';

// The only module that imports dayjs. All functions use this device's time zone; contract/zones.ts handles other zones
// and clock changes. The names of months and days of a language are loaded together with the texts of that language;
// the English names are part of dayjs.

export type DateLanguage = 'ru' | 'en' | 'de';

/**
 * An ISO instant, milliseconds since 1970, or a date without a time ("2026-05-03"), which is the same in every time
 * zone.
 */
export type When = string | number;

const DATE = 'DD/MM/YYYY';
const TIME = 'HH:mm';
const DATE_TIME = `${DATE} ${TIME}`;
const DAY_MONTH = 'DD MMMM';
const DAY_MONTH_TIME = `${DAY_MONTH} ${TIME}`;
const SHORT_DATE = 'DD/MM';
/** Format of the value of a date input. */
const DATE_INPUT = 'YYYY-MM-DD';
const DATE_TIME_INPUT = `${DATE_INPUT}T${TIME}`;

/**
 * Patterns by language. They differ in punctuation, and in the pattern for short weekday names: Russian and German
 * usually abbreviate weekdays to two letters.
 */
const patterns: Record<string, { date: string; weekday: string; shortWeekday: string }> = {
  en: { date: 'D MMMM YYYY', weekday: 'dddd D MMMM', shortWeekday: 'ddd' },
  ru: { date: 'D MMMM YYYY', weekday: 'dddd, D MMMM', shortWeekday: 'dd' },
  de: { date: 'D. MMMM YYYY', weekday: 'dddd, D. MMMM', shortWeekday: 'dd' },
};
const patternsOf = (language: string) => patterns[language] ?? patterns['en']!;

/** Loads the names of months and days of a language. Rejects if they cannot be fetched. */
export async function loadDateLanguage(language: DateLanguage): Promise<void> {
  if (language === 'ru') await import('dayjs/locale/ru.js');
  if (language === 'de') {
    const { default: german } = await import('dayjs/locale/de.js');
    // The German abbreviations of dayjs, such as "Sept.", are too long for a date tile. They are cut to three letters
    // without a dot.
    dayjs.locale({ ...german, monthsShort: german.months?.map((month) => month.slice(0, 3)) ?? [] }, undefined, true);
  }
}

let language: string = 'en';

/** Sets the language of dates. The names of its months and days must already be loaded. */
export function setDateLanguage(next: DateLanguage): void {
  language = next;
}

/** Returns the language of dates. */
export const dateLanguage = (): string => language;

const dateOf = (when: When, inLanguage = language) => dayjs(when).locale(inLanguage);

/** Formats as 03/05/2026. */
export const formatDate = (when: When): string => dateOf(when).format(DATE);

/** Formats as 14:20. */
export const formatTime = (when: When): string => dateOf(when).format(TIME);

/** Formats as 03/05/2026 14:20. */
export const formatDateTime = (when: When): string => dateOf(when).format(DATE_TIME);

/** Formats as 03 May 14:20; in Russian, the month is in the genitive. */
export const formatDayTime = (when: When): string => dateOf(when).format(DAY_MONTH_TIME);

/** Formats as 03/05. */
export const formatShortDate = (when: When): string => dateOf(when).format(SHORT_DATE);

/** Formats as 3 May 2026, for sentences. */
export const formatLongDate = (when: When): string => dateOf(when).format(patternsOf(language).date);

/** Formats as Saturday 3 May. */
export const formatWeekday = (when: When, language: string): string =>
  dateOf(when, language).format(patternsOf(language).weekday);

/** Formats as Saturday. */
export const formatWeekdayName = (when: When, language: string): string => dateOf(when, language).format('dddd');

/** Formats as Sat. */
export const formatShortWeekday = (when: When, language: string): string =>
  dateOf(when, language).format(patternsOf(language).shortWeekday);

/** Formats by a pattern of dayjs. Other modules use it for formats that the first page does not need. */
export const formatPattern = (when: When, pattern: string): string => dateOf(when).format(pattern);

/** Returns the two texts of a date tile: "May" and "3". */
export function formatTile(when: When, language: string): { month: string; day: string } {
  const date = dateOf(when, language);
  return { month: date.format('MMM'), day: date.format('D') };
}

/** Whether two instants are on the same day. */
export const isSameDay = (one: When, other: When): boolean => dayjs(one).isSame(other, 'day');

/** Formats an instant of today as the time alone, and any other instant as day and time. */
export const formatRecent = (when: When, now: number): string =>
  isSameDay(when, now) ? formatTime(when) : formatDayTime(when);

/** Formats as 18:30–20:30 if both instants are on the same day, otherwise with both days. */
export function formatSpan(from: When, to: When): string {
  if (isSameDay(from, to)) return `${formatTime(from)}–${formatTime(to)}`;
  return `${formatDayTime(from)} – ${formatDayTime(to)}`;
}

/** Returns the hour of the day, 0 to 23. */
export const hourOf = (when: When): number => dayjs(when).hour();

/** Returns the instant, in ms, `days` days later at the same local time. */
export const daysLater = (when: When, days: number): number => dayjs(when).add(days, 'day').valueOf();

/** Returns the instant, in ms, at which an hour begins on the day of `when`. */
export const atHour = (when: When, hour: number): number => dayjs(when).hour(hour).startOf('hour').valueOf();

const toInput = (when: When, pattern: string): string => {
  const date = dayjs(when);
  return date.isValid() ? date.format(pattern) : '';
};

/** Returns the value for a date input: "2026-05-03"; empty for an invalid date. */
export const toDateInput = (when: When): string => toInput(when, DATE_INPUT);

/** Returns the value for a date and time input: "2026-05-03T14:20"; empty for an invalid date. */
export const toDateTimeInput = (when: When): string => toInput(when, DATE_TIME_INPUT);

/** Converts the value of a date and time input into an ISO instant; empty while the value is incomplete. */
export const fromDateTimeInput = (input: string): string =>
  Number.isNaN(Date.parse(input)) ? '' : dayjs(input).toISOString();
