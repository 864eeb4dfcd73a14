import { describe, expect, it } from 'vitest';
import {
  addDays,
  dateIn,
  daysBetween,
  deviceZone,
  instantIn,
  isDate,
  hasOtherLocalTime,
  isZone,
  localTimeIn,
  offsetAt,
  startOfDate,
  startOfDay,
  timeIn,
  weekdayIndex,
  zoneOrDevice,
} from '../../contract/zones.ts';
import { clockChange, localSpans } from '../../contract/local-spans.ts';

// The expected values come from `zdump -v` (tzdata 2025b), not from the code under test.

const HOUR_MS = 3_600_000;
const at = (instant: string): number => Date.parse(instant);
const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

/** Days that are shorter or longer than 24 hours, and ordinary days, of several time zones. */
const days: readonly (readonly [zone: string, date: string, start: string, hours: number, firstTime: string])[] = [
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23, '00:00'],
  ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00Z', 24, '00:00'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25, '00:00'],
  // Midnight is skipped: 23:59 is followed by 01:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 23, '01:00'],
  ['Africa/Cairo', '2026-04-25', '2026-04-24T21:00:00Z', 24, '00:00'],
  ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00Z', 25, '00:00'],
  ['Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00Z', 24, '00:00'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z', 23, '01:00'],
  ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00Z', 25, '00:00'],
  ['Asia/Beirut', '2026-10-25', '2026-10-24T22:00:00Z', 24, '00:00'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', 23, '01:00'],
  // Midnight occurs twice: 00:59 is followed by 00:00.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25, '00:00'],
  ['America/Havana', '2026-12-31', '2026-12-31T05:00:00Z', 24, '00:00'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', 23, '01:00'],
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00Z', 25, '00:00'],
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00Z', 24, '00:00'],
  // Clocks change by half an hour.
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', 23.5, '00:00'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5, '00:00'],
  ['Australia/Lord_Howe', '2026-07-01', '2026-06-30T13:30:00Z', 24, '00:00'],
  ['Asia/Kathmandu', '2026-03-29', '2026-03-28T18:15:00Z', 24, '00:00'],
  // The offset of the zone changed permanently.
  ['Asia/Almaty', '2024-02-29', '2024-02-28T18:00:00Z', 25, '00:00'],
  ['Asia/Almaty', '2026-03-29', '2026-03-28T19:00:00Z', 24, '00:00'],
];

describe('the days of a zone', () => {
  it.each(days)('finds the first instant and the length of a date: %s %s', (zone, date, start, hours, firstTime) => {
    const from = startOfDate(zone, date);
    expect(iso(from)).toBe(start);
    expect((startOfDate(zone, addDays(date, 1)) - from) / HOUR_MS).toBe(hours);
    expect(localTimeIn(zone, from)).toBe(`${date}T${firstTime}`);
    expect(dateIn(zone, from - 1)).toBe(addDays(date, -1));
  });

  it.each(days)('finds the start of the day from any of its hours: %s %s', (zone, date, start, hours) => {
    for (let hour = 0; hour < hours; hour += 0.5) {
      const now = at(start) + hour * HOUR_MS;
      expect(dateIn(zone, now)).toBe(date);
      expect(iso(startOfDay(zone, now))).toBe(start);
      expect(startOfDay(zone, now, 1)).toBe(at(start) + hours * HOUR_MS);
      expect(startOfDay(zone, startOfDay(zone, now, 1), -1)).toBe(at(start));
    }
  });

  it('steps from day to day across every clock change of a year', () => {
    for (const zone of new Set(days.map(([name]) => name)))
      for (let date = '2026-01-01'; date < '2027-01-01'; date = addDays(date, 1))
        expect(dateIn(zone, startOfDay(zone, startOfDate(zone, date), 1))).toBe(addDays(date, 1));
  });
});

/** A clock change: the last minute before it, the instant of the change, and the first minute after it. */
const changes: readonly (readonly [zone: string, before: string, instant: string, after: string])[] = [
  ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T01:00:00Z', '2026-03-29T03:00'],
  ['Europe/Berlin', '2026-10-25T02:59', '2026-10-25T01:00:00Z', '2026-10-25T02:00'],
  ['Africa/Cairo', '2026-04-23T23:59', '2026-04-23T22:00:00Z', '2026-04-24T01:00'],
  ['Africa/Cairo', '2026-10-29T23:59', '2026-10-29T21:00:00Z', '2026-10-29T23:00'],
  ['Asia/Beirut', '2026-03-28T23:59', '2026-03-28T22:00:00Z', '2026-03-29T01:00'],
  ['Asia/Beirut', '2026-10-24T23:59', '2026-10-24T21:00:00Z', '2026-10-24T23:00'],
  ['America/Havana', '2026-03-07T23:59', '2026-03-08T05:00:00Z', '2026-03-08T01:00'],
  ['America/Havana', '2026-11-01T00:59', '2026-11-01T05:00:00Z', '2026-11-01T00:00'],
  ['America/Santiago', '2026-04-04T23:59', '2026-04-05T03:00:00Z', '2026-04-04T23:00'],
  ['America/Santiago', '2026-09-05T23:59', '2026-09-06T04:00:00Z', '2026-09-06T01:00'],
  ['Australia/Lord_Howe', '2026-04-05T01:59', '2026-04-04T15:00:00Z', '2026-04-05T01:30'],
  ['Australia/Lord_Howe', '2026-10-04T01:59', '2026-10-03T15:30:00Z', '2026-10-04T02:30'],
  ['Asia/Almaty', '2024-02-29T23:59', '2024-02-29T18:00:00Z', '2024-02-29T23:00'],
];

describe('a clock change', () => {
  it.each(changes)('returns the local time before and after a clock change: %s %s', (zone, before, instant, after) => {
    expect(localTimeIn(zone, at(instant) - 1)).toBe(before);
    expect(localTimeIn(zone, at(instant))).toBe(after);
    expect(timeIn(zone, at(instant))).toBe(after.slice(11));
  });

  it.each(changes)('finds a clock change between two instants: %s %s', (zone, _, instant) => {
    expect(clockChange(zone, at(instant) - 20 * HOUR_MS, at(instant) + 31 * HOUR_MS)).toBe(at(instant));
    expect(clockChange(zone, at(instant), at(instant) + 31 * HOUR_MS)).toBeNull();
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:00:00Z', 1],
    ['Europe/Berlin', '2026-03-29T02:00:00Z', 2],
    ['Africa/Cairo', '2026-06-01T00:00:00Z', 3],
    ['Asia/Beirut', '2026-01-01T00:00:00Z', 2],
    ['America/Havana', '2026-03-08T05:00:00Z', -4],
    ['America/Santiago', '2026-04-05T03:00:00Z', -4],
    ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', 11],
    ['Australia/Lord_Howe', '2026-06-01T00:00:00Z', 10.5],
    ['Asia/Kathmandu', '2026-06-01T00:00:00Z', 5.75],
    ['Asia/Almaty', '2024-02-29T17:59:59.999Z', 6],
    ['Asia/Almaty', '2024-02-29T18:00:00Z', 5],
  ])('returns the offset from UTC in hours: %s at %s', (zone, instant, hours) => {
    expect(offsetAt(zone, at(instant))).toBe(hours * HOUR_MS);
  });
});

describe('the instant of a local time', () => {
  it.each([
    // A skipped local time is moved later by the size of the gap.
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00Z'],
    ['Africa/Cairo', '2026-04-24T00:00', '2026-04-23T22:00:00Z'],
    ['Asia/Beirut', '2026-03-29T00:30', '2026-03-28T22:30:00Z'],
    ['America/Havana', '2026-03-08T00:30', '2026-03-08T05:30:00Z'],
    ['America/Santiago', '2026-09-06T00:59', '2026-09-06T04:59:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00Z'],
    // A local time that occurs twice is interpreted as its first occurrence.
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['Africa/Cairo', '2026-10-29T23:30', '2026-10-29T20:30:00Z'],
    ['Asia/Beirut', '2026-10-24T23:00', '2026-10-24T20:00:00Z'],
    ['America/Havana', '2026-11-01T00:00', '2026-11-01T04:00:00Z'],
    ['America/Santiago', '2026-04-04T23:59', '2026-04-05T02:59:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00Z'],
    ['Asia/Almaty', '2024-02-29T23:30', '2024-02-29T17:30:00Z'],
    // Right next to a clock change, a local time that does not occur twice.
    ['Europe/Berlin', '2026-10-25T01:59', '2026-10-24T23:59:00Z'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00Z'],
    ['America/Havana', '2026-03-08T01:00', '2026-03-08T05:00:00Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00Z'],
  ])('finds the instant of a local time: %s %s', (zone, local, instant) => {
    expect(iso(instantIn(zone, local))).toBe(instant);
  });

  it('converting an instant to local time and back returns the same time', () => {
    for (const [zone, date, start, hours] of days)
      for (let minute = 0; minute < hours * 60; minute += 15) {
        const now = at(start) + minute * 60_000;
        const back = instantIn(zone, localTimeIn(zone, now));
        expect(localTimeIn(zone, back)).toBe(localTimeIn(zone, now));
        // The second of two equal local times is converted back to the first one.
        expect([now, now - (hours - 24) * HOUR_MS]).toContain(back);
        expect(dateIn(zone, back)).toBe(date);
      }
  });

  it('returns NaN for a string that is not a local time', () => {
    expect(instantIn('Europe/Berlin', '2026-13-01T00:00')).toBeNaN();
    expect(instantIn('Europe/Berlin', '')).toBeNaN();
  });
});

describe('the conversion of a local interval to intervals of real time', () => {
  const spans = (zone: string, date: string, from: number, to: number): string[] =>
    localSpans(zone, date, from, to).map((span) => `${iso(span.from)}/${iso(span.to)}`);

  it.each([
    ['Asia/Kathmandu', '2026-05-03', 540, 1080, ['2026-05-03T03:15:00Z/2026-05-03T12:15:00Z']],
    // An interval from 02:00 to 04:00, on a day on which 02:00 to 03:00 is skipped.
    ['Europe/Berlin', '2026-03-29', 120, 240, ['2026-03-29T01:00:00Z/2026-03-29T02:00:00Z']],
    ['Europe/Berlin', '2026-03-29', 120, 180, []],
    // The whole day, on which the hour from 02:00 to 03:00 occurs twice. Its first occurrence is not part of the interval.
    [
      'Europe/Berlin',
      '2026-10-25',
      0,
      1440,
      ['2026-10-24T22:00:00Z/2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z/2026-10-25T23:00:00Z'],
    ],
    ['Africa/Cairo', '2026-04-24', 0, 120, ['2026-04-23T22:00:00Z/2026-04-23T23:00:00Z']],
    ['Asia/Beirut', '2026-10-24', 1380, 1440, ['2026-10-24T20:00:00Z/2026-10-24T21:00:00Z']],
    ['America/Havana', '2026-11-01', 0, 60, ['2026-11-01T04:00:00Z/2026-11-01T05:00:00Z']],
    ['America/Santiago', '2026-09-06', 0, 90, ['2026-09-06T04:00:00Z/2026-09-06T04:30:00Z']],
    ['Australia/Lord_Howe', '2026-10-04', 120, 180, ['2026-10-03T15:30:00Z/2026-10-03T16:00:00Z']],
    [
      'Australia/Lord_Howe',
      '2026-04-05',
      60,
      180,
      ['2026-04-04T14:00:00Z/2026-04-04T15:00:00Z', '2026-04-04T15:30:00Z/2026-04-04T16:30:00Z'],
    ],
    ['Asia/Almaty', '2024-02-29', 1320, 1440, ['2024-02-29T16:00:00Z/2024-02-29T18:00:00Z']],
  ])('returns the real time of a local interval: %s %s, minutes %i to %i', (zone, date, from, to, expected) => {
    expect(spans(zone, date, from, to)).toEqual(expected);
  });
});

describe('dates of the calendar', () => {
  it('counts days across the ends of months and years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
    expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2);
  });

  it('numbers the days of the week from Monday', () => {
    expect(['2024-01-01', '2026-05-03', '2026-11-22', '2026-11-28'].map(weekdayIndex)).toEqual([0, 6, 6, 5]);
  });

  it.each(['2026-05-03', '2024-02-29'])('accepts %s as a date', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-04-31', '2026-5-3', '2026-05-03T00:00', 'today', ''])(
    'does not accept %o as a date',
    (text) => {
      expect(isDate(text)).toBe(false);
    },
  );
});

describe('names of zones', () => {
  it('accepts the time zones that Intl accepts', () => {
    expect(['Europe/Berlin', 'UTC', 'Asia/Kathmandu'].filter(isZone)).toHaveLength(3);
    expect(['', 'Nowhere/None', 'Europe'].filter(isZone)).toEqual([]);
    expect(() => offsetAt('Nowhere/None', 0)).toThrow(RangeError);
  });

  it("uses the device's time zone in place of an unknown one", () => {
    expect(zoneOrDevice('Asia/Almaty')).toBe('Asia/Almaty');
    expect([zoneOrDevice('Nowhere/None'), zoneOrDevice(''), zoneOrDevice(null)]).toEqual(
      Array.from({ length: 3 }, deviceZone),
    );
  });

  it('detects whether the local time of a zone differs from that of this device', () => {
    const now = at('2026-05-03T12:00:00Z');
    expect(hasOtherLocalTime(deviceZone(), now)).toBe(false);
    expect(hasOtherLocalTime('Nowhere/None', now)).toBe(false);
    expect([hasOtherLocalTime('Asia/Kathmandu', now), hasOtherLocalTime('America/Havana', now)]).toContain(true);
  });
});
