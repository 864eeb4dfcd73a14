import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekdays, type WorkInterval, type WorkTimes } from '../../contract/entities/work-times.ts';
import {
  addWorkingMinutes,
  endOfWorkingTime,
  copyToAllDays,
  defaultWorkTimes,
  nextWorkingTime,
  isWorkingTime,
  workingSpans,
  workingMinutes,
} from '../../contract/work-times.ts';
import { withWorkTimesPayload, workTimesErrors, WorkTimesInput } from '../../contract/work-times-input.ts';
import { offsetAt } from '../../contract/zones.ts';

const MIN = 60_000;
const at = (iso: string) => Date.parse(iso);

/**
 * Time zones whose clocks change at various hours (including midnight), by an hour or half an hour, and time zones
 * without clock changes.
 */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Almaty',
  'Asia/Kathmandu',
  'UTC',
];

const week = (days: Partial<WorkTimes['days']>, zone = 'Europe/Berlin'): WorkTimes => ({
  zone,
  days: { MON: [], TUE: [], WED: [], THU: [], FRI: [], SAT: [], SUN: [], ...days },
  exceptions: [],
});
const daily = (zone: string, ...intervals: WorkInterval[]): WorkTimes => ({
  ...week({}, zone),
  days: copyToAllDays({ ...week({}).days, MON: intervals }, 'MON'),
});

describe('working time', () => {
  const berlin = defaultWorkTimes('Europe/Berlin');

  test('a working interval is open from its first minute up to, but not including, its end', () => {
    expect(isWorkingTime(berlin, at('2026-03-02T08:00:00Z'))).toBe(true);
    expect(isWorkingTime(berlin, at('2026-03-02T07:59:00Z'))).toBe(false);
    expect(isWorkingTime(berlin, at('2026-03-02T17:00:00Z'))).toBe(false);
    expect(isWorkingTime(berlin, at('2026-03-01T10:00:00Z'))).toBe(false);
  });

  test('finds the next working time after the weekend', () => {
    expect(nextWorkingTime(berlin, at('2026-03-06T17:30:00Z'))).toBe(at('2026-03-09T08:00:00Z'));
    expect(nextWorkingTime(berlin, at('2026-03-09T09:15:00Z'))).toBe(at('2026-03-09T09:15:00Z'));
    expect(nextWorkingTime(week({}), at('2026-03-09T09:15:00Z'))).toBeNull();
  });

  test('joins two working intervals around midnight into one span', () => {
    const overMidnight = week({ MON: [{ from: '20:00', to: '24:00' }], TUE: [{ from: '00:00', to: '04:00' }] });
    expect(endOfWorkingTime(overMidnight, at('2026-03-02T20:00:00Z'))).toBe(at('2026-03-03T03:00:00Z'));
    expect(endOfWorkingTime(overMidnight, at('2026-03-02T10:00:00Z'))).toBeNull();
    expect(workingMinutes(overMidnight, at('2026-03-02T00:00:00Z'), at('2026-03-04T00:00:00Z'))).toBe(480);
  });

  test('dated exceptions take precedence over the weekly working hours, and later exceptions over earlier ones', () => {
    const off = { from: '2026-03-02', to: '2026-03-06', type: 'off' as const, note: 'Away' };
    const extra = { ...off, from: '2026-03-05', to: '2026-03-05', type: 'working' as const };
    const times = { ...berlin, exceptions: [off, { ...extra, intervals: [{ from: '10:00', to: '11:00' }] }] };
    expect(isWorkingTime(times, at('2026-03-02T10:00:00Z'))).toBe(false);
    expect(nextWorkingTime(times, at('2026-03-02T10:00:00Z'))).toBe(at('2026-03-05T09:00:00Z'));
    expect(workingMinutes(times, at('2026-03-02T00:00:00Z'), at('2026-03-09T00:00:00Z'))).toBe(60);
    // A working day without hours of its own has the hours of its weekday.
    const friday = { ...extra, from: '2026-03-06', to: '2026-03-06' };
    expect(isWorkingTime({ ...berlin, exceptions: [off, friday] }, at('2026-03-06T10:00:00Z'))).toBe(true);
  });

  test('counts only working minutes towards a deadline', () => {
    expect(addWorkingMinutes(berlin, at('2026-03-06T16:00:00Z'), 90)).toBe(at('2026-03-09T08:30:00Z'));
    expect(addWorkingMinutes(week({}), at('2026-03-06T16:00:00Z'), 90)).toBeNull();
  });
});

describe('days with a clock change', () => {
  test('working hours that begin at a skipped local time begin at the clock change', () => {
    const night = daily('Europe/Berlin', { from: '02:30', to: '04:00' });
    expect(workingSpans(night, '2026-03-29')).toEqual([
      { from: at('2026-03-29T01:00:00Z'), to: at('2026-03-29T02:00:00Z') },
    ]);
    const inSkippedHour = daily('Europe/Berlin', { from: '02:00', to: '03:00' });
    expect(workingSpans(inSkippedHour, '2026-03-29')).toEqual([]);
  });

  test('an hour that the clocks repeat counts once as working time', () => {
    const inRepeatedHour = daily('Europe/Berlin', { from: '02:00', to: '03:00' });
    expect(workingSpans(inRepeatedHour, '2026-10-25')).toEqual([
      { from: at('2026-10-25T00:00:00Z'), to: at('2026-10-25T01:00:00Z') },
    ]);
    expect(isWorkingTime(inRepeatedHour, at('2026-10-25T01:30:00Z'))).toBe(false);
    const allDay = daily('Europe/Berlin', { from: '00:00', to: '24:00' });
    const day = [at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z')] as const;
    expect(workingMinutes(allDay, ...day)).toBe(1440);
  });

  test("finds working time on a day that begins at one o'clock because midnight is skipped", () => {
    const aroundMidnight = daily('Africa/Cairo', { from: '00:00', to: '02:00' });
    expect(workingSpans(aroundMidnight, '2026-04-24')).toEqual([
      { from: at('2026-04-23T22:00:00Z'), to: at('2026-04-23T23:00:00Z') },
    ]);
  });
});

const step = fc.integer({ min: 0, max: 288 });
const time = (five: number) =>
  `${String(Math.floor(five / 12)).padStart(2, '0')}:${String((five % 12) * 5).padStart(2, '0')}`;

/** Up to three disjoint intervals. */
const intervals = fc.uniqueArray(step, { minLength: 0, maxLength: 6 }).map((cuts) => {
  const sorted = cuts.toSorted((a, b) => a - b);
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) => ({
    from: time(sorted[index * 2]!),
    to: time(sorted[index * 2 + 1]!),
  }));
});
const schedule = fc
  .tuple(fc.constantFrom(...zones), fc.tuple(...weekdays.map(() => intervals)))
  .map(([zone, days]): WorkTimes => ({
    ...week({}, zone),
    days: Object.fromEntries(weekdays.map((day, index) => [day, days[index]])) as WorkTimes['days'],
  }));
/** Days on which the clocks of a zone change. */
const changes = zones.flatMap((zone) => {
  const found: number[] = [];
  for (let t = at('2025-01-01T00:00:00Z'); t < at('2027-01-01T00:00:00Z'); t += 1440 * MIN)
    if (offsetAt(zone, t) !== offsetAt(zone, t + 1440 * MIN)) found.push(t);
  return found;
});
/** Any minute of several years; half of the samples lie within a day of a clock change. */
const minute = fc.oneof(
  fc.integer({ min: at('2025-01-01T00:00:00Z') / MIN, max: at('2027-01-01T00:00:00Z') / MIN }).map((n) => n * MIN),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -1440, max: 2880 }))
    .map(([change, minutes]) => change + minutes * MIN),
);

describe('any working hours in any zone', () => {
  test('counts exactly the minutes of a span that lie within working hours', () => {
    fc.assert(
      fc.property(schedule, minute, fc.integer({ min: 0, max: 240 }), (times, from, length) => {
        let open = 0;
        for (let index = 0; index < length; index += 1) if (isWorkingTime(times, from + index * MIN)) open += 1;
        expect(workingMinutes(times, from, from + length * MIN)).toBe(open);
      }),
      { numRuns: 60 },
    );
  });

  test('a schedule is closed until the next opening time and then open until the closing time', () => {
    fc.assert(
      fc.property(schedule, minute, (times, from) => {
        const next = nextWorkingTime(times, from);
        if (next === null) {
          expect(workingMinutes(times, from, from + 14 * 1440 * MIN)).toBe(0);
          return;
        }
        expect(isWorkingTime(times, next)).toBe(true);
        expect(workingMinutes(times, from, next)).toBe(0);
        const end = endOfWorkingTime(times, next)!;
        expect(workingMinutes(times, next, end)).toBe((end - next) / MIN);
        expect(isWorkingTime(times, end)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('places a deadline after exactly the given number of working minutes', () => {
    fc.assert(
      fc.property(schedule, minute, fc.integer({ min: 1, max: 600 }), (times, from, minutes) => {
        const end = addWorkingMinutes(times, from, minutes);
        if (end !== null) expect(workingMinutes(times, from, end)).toBe(minutes);
      }),
      { numRuns: 300 },
    );
  });

  test('accepts any valid working hours and leaves them unchanged', () => {
    fc.assert(
      fc.property(schedule, (times) => {
        expect(workTimesErrors(times)).toEqual({});
        expect(WorkTimesInput.parse(times)).toEqual(times);
      }),
    );
  });
});

describe('validation of working hours', () => {
  test.each([
    ['a missing end', [{ from: '09:00', to: '' }], { 'days.MON.0.to': 'fill_both' }],
    ['the end before the start', [{ from: '18:00', to: '09:00' }], { 'days.MON.0': 'from_to_wrong' }],
    ['an interval without length', [{ from: '09:00', to: '09:00' }], { 'days.MON.0': 'from_to_wrong' }],
    ['a time that does not exist', [{ from: '09:00', to: '25:00' }], { 'days.MON.0.to': 'invalid' }],
    ['a time that is not in steps of five minutes', [{ from: '09:02', to: '10:00' }], { 'days.MON.0.from': 'invalid' }],
    [
      'an interval within another one',
      [
        { from: '09:00', to: '12:00' },
        { from: '11:00', to: '13:00' },
      ],
      { 'days.MON': 'overlap' },
    ],
    [
      'four intervals',
      [9, 11, 13, 15].map((h) => ({ from: time(h * 12), to: time(h * 12 + 12) })),
      { 'days.MON': 'too_long' },
    ],
  ])('rejects the working hours of a day: %s', (_, MON, errors) =>
    expect(workTimesErrors(week({ MON }))).toEqual(errors),
  );

  test('sorts working intervals and stores an end at midnight as 24:00', () => {
    const MON = [
      { from: '14:00', to: '24:00' },
      { from: '09:00', to: '12:00' },
    ];
    expect(WorkTimesInput.parse(week({ MON })).days.MON.map(({ from }) => from)).toEqual(['09:00', '14:00']);
  });

  test('accepts working hours in each format of the documented call', () => {
    const stored = {
      ...week({}),
      exceptions: [{ from: '2026-05-01', to: '2026-05-01', type: 'off' as const, note: '' }],
    };
    const nineToSix = { from: '09:00', to: '18:00' };
    const flat = withWorkTimesPayload(
      { time_zone: 'Asia/Almaty', MON: nineToSix, TUE: { from: '', to: null } },
      stored,
    );
    expect(WorkTimesInput.parse(flat)).toEqual({
      ...stored,
      zone: 'Asia/Almaty',
      days: week({ MON: [nineToSix] }).days,
    });
    const nested = withWorkTimesPayload({ work_times: { SUN: [nineToSix, { from: '19:00', to: '20:00' }] } }, stored);
    expect(WorkTimesInput.parse(nested).days.SUN).toHaveLength(2);
    expect(WorkTimesInput.parse(withWorkTimesPayload({ work_times: stored }, defaultWorkTimes('UTC')))).toEqual(stored);
    expect(WorkTimesInput.safeParse(withWorkTimesPayload({ MON: { from: '09:00', to: '' } }, stored)).success).toBe(
      false,
    );
  });
});
