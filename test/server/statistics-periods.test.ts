import { describe, expect, it } from 'vitest';
import { statisticsPeriods, type StatisticsPeriod } from '../../contract/statistics.ts';
import { periodRanges, QUARTER_MS, type SteppedRange } from '../../server/features/statistics/periods.ts';
import { rangesUntilNow, unitRanges, type UnitRange } from '../../server/features/statistics/ranges.ts';
import { Chance } from '../simulation/rng.ts';

const ms = (instant: string) => Date.parse(instant);
const iso = (at: number | undefined) => new Date(at ?? Number.NaN).toISOString().slice(0, 16);
const bounds = ({ starts, to }: SteppedRange) => `${iso(starts[0])} ${iso(to)} ${starts.length}`;

/**
 * Columns: time zone, current time, period, and then two spans, for the period itself and for the one before it. A span
 * is written as start, end and number of steps.
 */
const cases: readonly [string, string, StatisticsPeriod, string, string][] = [
  ['UTC', '2026-11-19T14:20Z', 'today', '2026-11-19T00:00 2026-11-19T14:30 15', '2026-11-18T00:00 2026-11-18T14:30 15'],
  ['UTC', '2026-11-19T14:20Z', 'week', '2026-11-16T00:00 2026-11-19T14:30 4', '2026-11-12T00:00 2026-11-15T14:30 4'],
  ['UTC', '2026-11-19T14:20Z', 'month', '2026-11-01T00:00 2026-11-19T14:30 19', '2026-10-13T00:00 2026-10-31T14:30 19'],
  [
    'UTC',
    '2026-11-19T14:20Z',
    'quarter',
    '2026-10-01T00:00 2026-11-19T14:30 50',
    '2026-08-12T00:00 2026-09-30T14:30 50',
  ],
  [
    'UTC',
    '2026-11-19T14:20Z',
    'half_year',
    '2026-07-01T00:00 2026-11-19T14:30 21',
    '2026-02-09T00:00 2026-06-30T14:30 21',
  ],
  ['UTC', '2026-11-19T14:20Z', 'year', '2026-01-01T00:00 2026-11-19T14:30 47', '2025-02-12T00:00 2025-12-31T14:30 47'],
  [
    'Europe/Berlin',
    '2026-11-19T23:30Z',
    'today',
    '2026-11-19T23:00 2026-11-19T23:45 1',
    '2026-11-18T23:00 2026-11-18T23:45 1',
  ],
  [
    'Asia/Kathmandu',
    '2026-05-04T01:00Z',
    'week',
    '2026-05-03T18:15 2026-05-04T01:15 1',
    '2026-05-02T18:15 2026-05-03T01:15 1',
  ],
  [
    'America/St_Johns',
    '2026-12-31T23:59Z',
    'year',
    '2026-01-01T03:30 2027-01-01T00:00 53',
    '2025-01-01T03:30 2026-01-01T00:00 53',
  ],
  // The day on which the clocks go forward has 23 hours; the day on which they go back has 25 hours.
  [
    'Europe/Berlin',
    '2026-03-29T21:50Z',
    'today',
    '2026-03-28T23:00 2026-03-29T22:00 23',
    '2026-03-27T23:00 2026-03-28T23:00 24',
  ],
  [
    'Europe/Berlin',
    '2026-10-25T22:50Z',
    'today',
    '2026-10-24T22:00 2026-10-25T23:00 25',
    '2026-10-23T22:00 2026-10-24T22:00 24',
  ],
  [
    'Europe/Berlin',
    '2026-03-31T10:00Z',
    'month',
    '2026-02-28T23:00 2026-03-31T10:15 31',
    '2026-01-28T23:00 2026-02-28T11:15 31',
  ],
];

describe('periods of the statistics', () => {
  it.each(cases)(
    'computes a statistics period and the one before it in %s at %s: %s',
    (zone, now, period, current, previous) => {
      const ranges = periodRanges(period, zone, ms(now));
      expect(bounds(ranges.current)).toBe(current);
      expect(bounds(ranges.previous)).toBe(previous);
    },
  );

  it('ends a statistics period with the current quarter of an hour, even at its first millisecond', () => {
    const at = (time: string) => iso(periodRanges('today', 'UTC', ms(time)).current.to);
    expect(at('2026-11-19T14:14:59.999Z')).toBe('2026-11-19T14:15');
    expect(at('2026-11-19T14:15:00.000Z')).toBe('2026-11-19T14:30');
  });

  it('begins each day of a statistics period at local midnight, even when the clocks change', () => {
    const { starts } = periodRanges('week', 'Europe/Berlin', ms('2026-10-26T12:00Z')).previous;
    expect(starts.map(iso)).toEqual(['2026-10-24T22:00']);
    const month = periodRanges('month', 'America/New_York', ms('2026-03-10T12:00Z')).current.starts;
    expect(month.slice(6, 9).map(iso)).toEqual(['2026-03-07T05:00', '2026-03-08T05:00', '2026-03-09T04:00']);
  });
});

describe('ranges of the rollup', () => {
  it('divides a statistics period into whole months and days, with quarters of an hour at the edges', () => {
    const range = { starts: [ms('2026-01-30T22:45Z')], to: ms('2026-04-02T01:30Z') };
    expect(unitRanges(range).map(({ unit, lo, hi }) => `${unit} ${iso(lo)} ${iso(hi)}`)).toEqual([
      'quarter 2026-01-30T22:45 2026-01-31T00:00',
      'day 2026-01-31T00:00 2026-02-01T00:00',
      'month 2026-02-01T00:00 2026-04-01T00:00',
      'day 2026-04-01T00:00 2026-04-02T00:00',
      'quarter 2026-04-02T00:00 2026-04-02T01:30',
    ]);
  });

  it('reads a day shared by two chart steps as one row, corrected by quarter-hours', () => {
    const days = (time: string) => ({
      starts: ['2026-05-04', '2026-05-05', '2026-05-06'].map((date) => ms(`${date}T${time}`)),
      to: ms('2026-05-06T23:30Z'),
    });
    const rangesAt = (time: string) =>
      unitRanges(days(time)).map(({ unit, lo, hi, direction }) => `${unit} ${iso(lo)} ${iso(hi)} ${direction}`);
    expect(rangesAt('18:15Z')).toEqual([
      'quarter 2026-05-04T18:15 2026-05-05T00:00 0',
      'day 2026-05-05T00:00 2026-05-06T00:00 0',
      'quarter 2026-05-06T00:00 2026-05-06T23:30 0',
      'quarter 2026-05-05T18:15 2026-05-06T00:00 1',
    ]);
    expect(rangesAt('12:15Z').at(-1)).toBe('quarter 2026-05-05T12:15 2026-05-06T00:00 1');
    expect(rangesAt('12:00Z').at(-1)).toBe('quarter 2026-05-05T00:00 2026-05-05T12:00 -1');
    expect(rangesAt('05:00Z').at(-1)).toBe('quarter 2026-05-05T00:00 2026-05-05T05:00 -1');
  });

  it('reads a day shared by several chart steps by quarter-hours, and a shared month by days', () => {
    const hours = { starts: [22, 23, 24, 25].map((hour) => ms('2026-05-04T00:00Z') + hour * 4 * QUARTER_MS), to: 0 };
    hours.to = ms('2026-05-06T00:00Z');
    expect(unitRanges(hours).map(({ unit, direction }) => `${unit} ${direction}`)).toEqual([
      'quarter 0',
      'day 0',
      'quarter -1',
    ]);
    const twice = {
      starts: [ms('2026-05-04T00:00Z'), ms('2026-05-04T01:00Z'), ms('2026-05-04T02:00Z')],
      to: ms('2026-05-05T00:00Z'),
    };
    expect(unitRanges(twice).map(({ unit }) => unit)).toEqual(['quarter']);
    const months = { starts: [ms('2026-05-01T00:00Z'), ms('2026-05-08T00:00Z')], to: ms('2026-07-01T00:00Z') };
    expect(unitRanges(months).map(({ unit, lo }) => `${unit} ${iso(lo)}`)).toEqual([
      'day 2026-05-01T00:00',
      'month 2026-06-01T00:00',
    ]);
  });

  it('counts every quarter-hour of a statistics period once, in the chart step that contains it', () => {
    const chance = new Chance(7);
    const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'];
    for (let round = 0; round < 60; round += 1) {
      const now = ms('2024-01-01T00:00Z') + chance.below(3 * 365 * 96) * QUARTER_MS + chance.below(QUARTER_MS);
      const { current, previous } = periodRanges(chance.pick(statisticsPeriods), chance.pick(zones), now);
      for (const { starts, to } of [current, previous]) {
        // The steps in which each quarter of an hour counts, by its number.
        const counted = new Map<number, Map<number, number>>();
        const count = (quarter: number, step: number, by: number) => {
          const own = counted.get(quarter) ?? new Map<number, number>();
          own.set(step, (own.get(step) ?? 0) + by);
          counted.set(quarter, own);
        };
        const stepAt = (at: number) => starts.findLastIndex((start) => start <= at);
        for (const { unit, lo, hi, direction } of unitRanges({ starts, to }))
          for (let at = lo; at < hi; at += QUARTER_MS) {
            const noon = Math.floor(at / 86_400_000) * 86_400_000 + 43_200_000;
            const step = direction === 0 ? stepAt(unit === 'quarter' ? at : noon) : stepAt(direction === 1 ? lo : hi);
            count(at, step, direction === -1 ? -1 : 1);
            if (direction !== 0) count(at, step - 1, -direction);
          }
        const wrong = [...counted].filter(([at, own]) => {
          const steps = [...own].filter(([, times]) => times !== 0);
          return steps.length !== 1 || steps[0]![0] !== stepAt(at) || steps[0]![1] !== 1;
        });
        expect(wrong).toEqual([]);
        expect(counted.size).toBe((to - starts[0]!) / QUARTER_MS);
      }
    }
  });

  const signed = ({ unit, lo, hi, direction }: UnitRange) =>
    `${direction === -1 ? '-' : '+'} ${unit} ${iso(lo)} ${iso(hi)}`;

  it('reads the month in which a statistics period ends as a whole, without its future', () => {
    expect(rangesUntilNow(ms('2026-09-30T18:15Z'), ms('2026-11-19T14:30Z')).map(signed)).toEqual([
      '+ quarter 2026-09-30T18:15 2026-10-01T00:00',
      '+ month 2026-10-01T00:00 2026-12-01T00:00',
      '- quarter 2026-11-19T14:30 2026-11-20T00:00',
      '- day 2026-11-20T00:00 2026-12-01T00:00',
    ]);
    expect(rangesUntilNow(ms('2026-11-02T00:00Z'), ms('2026-11-19T14:30Z')).map(signed)).toEqual([
      '+ day 2026-11-02T00:00 2026-11-20T00:00',
      '- quarter 2026-11-19T14:30 2026-11-20T00:00',
    ]);
  });

  it('reads the first day of a statistics period as a whole if the period contains most of it', () => {
    const first = (from: string, to: string) => rangesUntilNow(ms(from), ms(to)).map(signed);
    expect(first('2026-11-16T11:45Z', '2026-11-18T00:00Z')).toEqual([
      '+ day 2026-11-16T00:00 2026-11-18T00:00',
      '- quarter 2026-11-16T00:00 2026-11-16T11:45',
    ]);
    expect(first('2026-11-16T12:00Z', '2026-11-18T00:00Z')).toEqual([
      '+ quarter 2026-11-16T12:00 2026-11-17T00:00',
      '+ day 2026-11-17T00:00 2026-11-18T00:00',
    ]);
    expect(first('2026-11-16T08:00Z', '2026-11-16T16:00Z')[0]).toBe('+ quarter 2026-11-16T08:00 2026-11-17T00:00');
    expect(first('2026-11-16T08:00Z', '2026-11-16T16:15Z')[0]).toBe('+ day 2026-11-16T00:00 2026-11-17T00:00');
    expect(first('2026-11-01T08:00Z', '2026-12-01T00:00Z')[0]).toBe('+ month 2026-11-01T00:00 2026-12-01T00:00');
  });

  it('counts every quarter-hour until now once, and no other one', () => {
    const chance = new Chance(8);
    for (let round = 0; round < 200; round += 1) {
      const from = ms('2026-01-20T00:00Z') + chance.below(30 * 96) * QUARTER_MS;
      const to = from + (1 + chance.below(chance.pick([96, 70 * 96]))) * QUARTER_MS;
      const counted = new Map<number, number>();
      for (const { lo, hi, direction } of rangesUntilNow(from, to))
        for (let at = lo; at < hi; at += QUARTER_MS)
          counted.set(at, (counted.get(at) ?? 0) + (direction === -1 ? -1 : 1));
      const wrong = [...counted].filter(([at, times]) => times !== (from <= at && at < to ? 1 : 0));
      expect(wrong).toEqual([]);
      expect([...counted.values()].filter((times) => times === 1)).toHaveLength((to - from) / QUARTER_MS);
    }
  });
});
