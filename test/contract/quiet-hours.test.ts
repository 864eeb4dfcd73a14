import { expect, it } from 'vitest';
import { quietTimes, quietUntil } from '../../contract/quiet-hours.ts';

const endOf = (hours: string | null, zone: string, at: string): string | null => {
  const end = quietUntil(hours, zone, Date.parse(at));
  return end === null ? null : new Date(end).toISOString();
};

it.each([
  ['22:00-07:00', '2026-05-03T19:59:59Z', null],
  ['22:00-07:00', '2026-05-03T20:00:00Z', '2026-05-04T05:00:00.000Z'],
  ['22:00-07:00', '2026-05-04T04:59:59Z', '2026-05-04T05:00:00.000Z'],
  ['22:00-07:00', '2026-05-04T05:00:00Z', null],
  ['12:00-14:00', '2026-05-04T10:00:00Z', '2026-05-04T12:00:00.000Z'],
  ['12:00-14:00', '2026-05-04T09:59:00Z', null],
  ['12:00-14:00', '2026-05-04T12:00:00Z', null],
])('the quiet hours %s in Berlin, looked up at %s, end at %s (null outside of them)', (hours, at, end) => {
  expect(endOf(hours, 'Europe/Berlin', at)).toBe(end);
});

it('the end of quiet hours follows the local time across a clock change', () => {
  expect(endOf('22:00-07:00', 'Europe/Berlin', '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
  expect(endOf('22:00-07:00', 'Europe/Berlin', '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
});

it('quiet hours that ended before the clocks were set back do not start again', () => {
  expect(endOf('22:00-02:30', 'Europe/Berlin', '2026-10-25T01:00:00Z')).toBe(null);
});

it.each([null, undefined, '', '22:00', '24:00-07:00', '22:00-07:60', '07:00-07:00'])(
  'does not accept %j as quiet hours',
  (hours) => {
    expect(quietTimes(hours)).toBe(null);
  },
);

it('splits quiet hours into start and end', () => {
  expect(quietTimes('22:00-07:30')).toEqual({ from: '22:00', to: '07:30' });
});
