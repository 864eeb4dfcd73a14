export type DateLanguage = 'ru' | 'en' | 'de';

/** An ISO instant, or milliseconds since 1970. All words are in this device's time zone. */
export type When = string | number;

let language: DateLanguage = 'en';

/** Names of months and days are in this language from then on. */
export function setDateLanguage(next: DateLanguage): void {
  language = next;
}

const two = (value: number): string => String(value).padStart(2, '0');
const dayOf = (date: Date): string => `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;

/** The month as it stands behind a day: Russian bends it. */
function monthOf(date: Date): string {
  const parts = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).formatToParts(date);
  return parts.find(({ type }) => type === 'month')?.value ?? '';
}

/** 03/05/2026 */
export const formatDate = (when: When): string => dayOf(new Date(when));

/** 14:20 */
export function formatTime(when: When): string {
  const date = new Date(when);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** 03/05/2026 14:20 */
export const formatDateTime = (when: When): string => `${formatDate(when)} ${formatTime(when)}`;

/** 03 May 14:20 */
export function formatDayTime(when: When): string {
  const date = new Date(when);
  return `${two(date.getDate())} ${monthOf(date)} ${formatTime(when)}`;
}

/** 3 May 2026, for sentences. */
export function formatLongDate(when: When): string {
  const date = new Date(when);
  return `${date.getDate()} ${monthOf(date)} ${date.getFullYear()}`;
}

/** The time alone while it is today's, else the day with it: an old time must not look like a fresh one. */
export function formatRecent(when: When, now: number): string {
  return formatDate(when) === formatDate(now) ? formatTime(when) : formatDayTime(when);
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "5 minutes ago", "yesterday", "now"; from a week on the date. */
export function formatAgo(when: When, now: number): string {
  const passed = new Date(when).getTime() - now;
  if (Math.abs(passed) >= 7 * 86_400_000) return formatDate(when);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, length] = steps.find(([, ms]) => Math.abs(passed) >= ms) ?? ['second', Infinity];
  return words.format(Math.trunc(passed / length) || 0, unit);
}

/** 310 kB: decimal steps, by the language's own digits. */
export function formatBytes(bytes: number): string {
  const [unit, size] =
    bytes < 1e6
      ? (['kilobyte', 1e3] as const)
      : bytes < 1e9
        ? (['megabyte', 1e6] as const)
        : (['gigabyte', 1e9] as const);
  // The least that is shown: nothing that exists weighs 0.
  const value = bytes === 0 ? 0 : Math.max(0.1, bytes / size);
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(
    value,
  );
}

function zoneOffset(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((found) => found.type === type)?.value ?? 0);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(at / 1000) * 1000;
}

/**
 * The moment (ms) at which the day of `at`, moved by `days`, begins in an IANA zone. A night in which the clocks change
 * is looked at twice.
 */
export function startOfLocalDay(zone: string, at: number, days = 0): number {
  const wall = new Date(at + zoneOffset(zone, at));
  const midnight = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days);
  const guess = midnight - zoneOffset(zone, midnight - zoneOffset(zone, at));
  return midnight - zoneOffset(zone, guess);
}
