import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  atHour,
  formatDate,
  formatDateTime,
  formatDayTime,
  formatLongDate,
  formatRecent,
  formatShortDate,
  formatShortWeekday,
  formatSpan,
  formatTile,
  formatTime,
  formatWeekday,
  formatWeekdayName,
  fromDateTimeInput,
  hourOf,
  daysLater,
  isSameDay,
  loadDateLanguage,
  setDateLanguage,
  toDateInput,
  toDateTimeInput,
} from '../../src/lib/dates.ts';
import {
  formatAgo,
  formatBytes,
  formatDuration,
  formatMonth,
  zoneName,
  zoneOptions,
  uncapitalize,
} from '../../src/lib/intl-formats.ts';

// The time zone of the device is set by the variable TZ; see setTimeZone.
const languages = ['en', 'ru', 'de'] as const;

/** Sets the device's time zone for the rest of the test. */
const setTimeZone = (zone: string): void => void vi.stubEnv('TZ', zone);

beforeAll(async () => {
  await Promise.all(languages.map(loadDateLanguage));
});

afterEach(() => {
  vi.unstubAllEnvs();
  setDateLanguage('en');
});

describe('dates and times on screens', () => {
  it('shows dates and times in the zone of the device', () => {
    setTimeZone('Asia/Kathmandu');
    expect(formatDate('2026-05-03T18:30:00.000Z')).toBe('04/05/2026');
    expect(formatTime('2026-05-03T18:30:00.000Z')).toBe('00:15');
    expect(formatDateTime(Date.parse('2026-05-03T08:35:00.000Z'))).toBe('03/05/2026 14:20');
    expect(formatShortDate('2026-05-03T08:35:00.000Z')).toBe('03/05');
    expect(hourOf('2026-05-03T08:35:00.000Z')).toBe(14);
  });

  it.each([
    ['en', '03 May 14:20', '3 May 2026', '03 March 14:20'],
    ['ru', '03 мая 14:20', '3 мая 2026', '03 марта 14:20'],
    ['de', '03 Mai 14:20', '3. Mai 2026', '03 März 14:20'],
  ] as const)('writes the month after the day, in the genitive in Russian: %s', (language, day, long, march) => {
    setTimeZone('UTC');
    setDateLanguage(language);
    expect(formatDayTime('2026-05-03T14:20:00.000Z')).toBe(day);
    expect(formatLongDate('2026-05-03T14:20:00.000Z')).toBe(long);
    expect(formatDayTime('2026-03-03T14:20:00.000Z')).toBe(march);
  });

  it.each([
    ['en', 'Saturday 7 March', 'Saturday', 'Sat', 'Mar'],
    ['ru', 'суббота, 7 марта', 'суббота', 'сб', 'март'],
    ['de', 'Samstag, 7. März', 'Samstag', 'Sa', 'Mär'],
  ] as const)('writes weekdays and short month names in the language %s', (language, whole, name, short, month) => {
    expect(formatWeekday('2026-03-07', language)).toBe(whole);
    expect(formatWeekdayName('2026-03-07', language)).toBe(name);
    expect(formatShortWeekday('2026-03-07', language)).toBe(short);
    expect(formatTile('2026-03-07', language)).toEqual({ month, day: '7' });
  });

  it.each(['America/Havana', 'Asia/Almaty', 'Africa/Cairo', 'Pacific/Kiritimati'])(
    'does not shift a date without a time in the time zone %s',
    (zone) => {
      setTimeZone(zone);
      // Midnight of the second date does not exist in Cairo, and midnight of the third date does not exist in Havana.
      for (const date of ['2026-05-03', '2026-04-24', '2026-03-08']) expect(toDateInput(date)).toBe(date);
      expect(formatDate('2026-04-24')).toBe('24/04/2026');
    },
  );

  it('shows a time or a span with its date only if the date is not today', () => {
    setTimeZone('Europe/Berlin');
    const now = Date.parse('2026-05-03T22:30:00.000Z');
    expect(formatRecent('2026-05-04T10:00:00.000Z', now)).toBe('12:00');
    expect(formatRecent('2026-05-03T21:59:00.000Z', now)).toBe('03 May 23:59');
    expect(isSameDay('2026-05-03T21:59:00.000Z', now)).toBe(false);
    expect(formatSpan('2026-05-03T16:30:00.000Z', '2026-05-03T18:30:00.000Z')).toBe('18:30–20:30');
    expect(formatSpan('2026-05-03T16:30:00.000Z', now)).toBe('03 May 18:30 – 04 May 00:30');
  });

  it.each([
    ['en', ['now', '5 minutes ago', '2 hours ago', 'yesterday', 'in 3 days', '10/05/2026']],
    ['ru', ['сейчас', '5 минут назад', '2 часа назад', 'вчера', 'через 3 дня', '10/05/2026']],
    ['de', ['jetzt', 'vor 5 Minuten', 'vor 2 Stunden', 'gestern', 'in 3 Tagen', '10/05/2026']],
  ] as const)(
    'shows how far an instant is from now, or its date if the distance is a week or more: %s',
    (language, expected) => {
      setTimeZone('UTC');
      setDateLanguage(language);
      const now = Date.parse('2026-05-03T12:00:00.000Z');
      const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
      const passed = [-59_999, -5 * minute, -2.9 * hour, -1.9 * day, 3 * day, 7 * day];
      expect(passed.map((ms) => formatAgo(now + Math.round(ms), now))).toEqual(expected);
    },
  );
});

describe('the calendar of the device', () => {
  it('date arithmetic gives the correct time on days of 23 and 25 hours', () => {
    setTimeZone('Europe/Berlin');
    const at = (instant: string): number => Date.parse(instant);
    expect(daysLater('2026-03-28T11:00:00.000Z', 1)).toBe(at('2026-03-29T10:00:00.000Z'));
    expect(daysLater('2026-10-24T10:00:00.000Z', 1)).toBe(at('2026-10-25T11:00:00.000Z'));
    expect(daysLater('2026-10-25T22:30:00.000Z', -1)).toBe(at('2026-10-24T21:30:00.000Z'));
    expect(atHour('2026-03-29T21:45:12.345Z', 9)).toBe(at('2026-03-29T07:00:00.000Z'));
    expect(atHour('2026-10-25', 12)).toBe(at('2026-10-25T11:00:00.000Z'));
  });

  it.each(['Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Santiago'])(
    'converts a date and time input to an instant and back to the same input in %s',
    (zone) => {
      setTimeZone(zone);
      for (const instant of ['2026-05-03T22:00:00.000Z', '2026-04-05T12:30:00.000Z', '2026-09-06T04:00:00.000Z'])
        expect(fromDateTimeInput(toDateTimeInput(instant))).toBe(instant);
    },
  );

  it('returns an empty string for an incomplete or invalid date input', () => {
    expect(['', '2026-13-03T10:00', 'tomorrow', '2026-05-03T'].map(fromDateTimeInput)).toEqual(['', '', '', '']);
    expect([toDateTimeInput(''), toDateTimeInput('nonsense'), toDateInput('')]).toEqual(['', '', '']);
  });
});

describe('sizes, durations, months and time zones', () => {
  it('formats sizes in decimal units', () => {
    expect([0, 20, 310_000, 2_500_000, 12_300_000_000].map(formatBytes)).toEqual([
      '0 kB',
      '0.1 kB',
      '310 kB',
      '2.5 MB',
      '12 GB',
    ]);
    setDateLanguage('de');
    expect(formatBytes(2_500_000)).toBe('2,5 MB');
  });

  it('formats a duration in its largest unit', () => {
    expect([-1, 59_000, 7_199_000, 200_000_000].map((ms) => formatDuration(ms, 'en'))).toEqual([
      '0 minutes',
      '0 minutes',
      '1 hour',
      '2 days',
    ]);
    expect(formatDuration(7_200_000, 'ru')).toBe('2 часа');
  });

  it('writes a month with its year, in lower case in Russian', () => {
    expect(formatMonth('2026-11')).toBe('November 2026');
    setDateLanguage('ru');
    expect(formatMonth('2026-01')).toBe('январь 2026 г.');
  });

  it('names a time zone in a language, or by its id if the browser does not know the zone', () => {
    const at = Date.parse('2026-05-03T12:00:00.000Z');
    expect(zoneName('Asia/Kathmandu', at, 'en')).toBe('Nepal Time');
    expect(zoneName('Nowhere/None', at, 'en')).toBe('Nowhere/None');
  });

  it('lists all time zones of the browser, and the chosen zone even if the browser lacks it', () => {
    const options = zoneOptions('Nowhere/Some_Place');
    expect(options).toContainEqual({ value: 'Nowhere/Some_Place', label: 'Nowhere/Some Place' });
    expect(options).toContainEqual({ value: 'Europe/Berlin', label: 'Europe/Berlin' });
    expect(options.map(({ value }) => value)).toEqual(options.map(({ value }) => value).toSorted());
  });
});

it('a text that follows others in a line begins in lower case', () => {
  expect(uncapitalize('Просрочено на 2 дня')).toBe('просрочено на 2 дня');
  expect(uncapitalize('2 days overdue')).toBe('2 days overdue');
});
