import {
  type CalendarDate,
  CalendarDateTime,
  parseDate,
  parseDateTime,
  parseTime,
  Time,
} from '@internationalized/date';

// Converts between the strings in forms and the values of React Aria. A date is "2026-05-03", a local date and time
// "2026-05-03T14:20", a time "14:20". An empty or malformed string becomes null.

export type DateKind = 'date' | 'datetime-local';

function parseOrNull<Value>(parse: (text: string) => Value, text: string): Value | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

export const dateOf = (kind: DateKind, text: string): CalendarDate | CalendarDateTime | null =>
  kind === 'date' ? parseOrNull(parseDate, text) : parseOrNull(parseDateTime, text);

export const timeOf = (text: string): Time | null => parseOrNull(parseTime, text);

/** The first year that counts as complete. A year of fewer than four digits is still being typed. */
const FIRST_YEAR = 1000;

export function dateText(value: CalendarDate | CalendarDateTime | null): string {
  if (value === null || value.year < FIRST_YEAR) return '';
  return value.toString().slice(0, 'hour' in value ? '2026-05-03T14:20'.length : undefined);
}

export const timeText = (value: Time | null): string => value?.toString().slice(0, '14:20'.length) ?? '';

/** The numbers typed so far, by the type of their segment. */
export type TypedParts = Readonly<Partial<Record<string, number>>>;

/** Hour of a date for which no time was typed: 09:00, as for a snoozed ticket. */
export const MORNING_HOUR = 9;

/**
 * Returns a typed date whose time is missing or incomplete, with the missing parts of the time filled in. Returns null
 * for any other input.
 */
export function withTime({ year, month, day, hour, minute }: TypedParts): CalendarDateTime | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  if (year < FIRST_YEAR || (hour !== undefined && minute !== undefined)) return null;
  return new CalendarDateTime(year, month, day, hour ?? MORNING_HOUR, minute ?? 0);
}

/** Returns the full hour if an hour but no minutes were typed; null for any other input. */
export const timeAtFullHour = ({ hour, minute }: TypedParts): Time | null =>
  hour !== undefined && minute === undefined ? new Time(hour) : null;
