import { describe, expect, it } from 'vitest';
import type { WorkTimes } from '../../contract/entities/work-times.ts';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import { followUpTimes, nextDayTime } from '../../src/components/task/follow-up-times.ts';
import { iso } from '../../src/lib/ports.ts';

const ZONE = 'Europe/Berlin';
const office = defaultWorkTimes(ZONE);

/** Returns the suggested times in UTC by key. In winter, 09:00 in Berlin is 08:00 UTC. */
const at = (now: string, times: WorkTimes = office): Record<string, string> =>
  Object.fromEntries(followUpTimes(times, Date.parse(now), ZONE).map(({ key, at: time }) => [key, iso(time)]));

const withDays = (change: Partial<WorkTimes['days']>): WorkTimes => ({
  ...office,
  days: { ...office.days, ...change },
});

describe('suggested times of a follow-up', () => {
  // 2026-11-18 is a Wednesday.
  it('suggests a follow-up in two hours, tomorrow, on Monday and in a week', () => {
    expect(at('2026-11-18T10:03:00Z')).toEqual({
      today: '2026-11-18T12:15:00.000Z',
      tomorrow: '2026-11-19T08:00:00.000Z',
      weekday: '2026-11-23T08:00:00.000Z',
      week: '2026-11-25T08:00:00.000Z',
    });
    expect(at('2026-11-18T10:00:00Z')['today']).toBe('2026-11-18T12:00:00.000Z');
  });

  it('suggests no follow-up today if two hours from now is after the end of work', () => {
    expect(at('2026-11-18T14:59:00Z')['today']).toBeUndefined();
    expect(at('2026-11-18T14:44:00Z')['today']).toBe('2026-11-18T16:45:00.000Z');
  });

  it('suggests no follow-up on a day off, and none on Monday if another suggestion has that time', () => {
    expect(Object.keys(at('2026-11-20T16:30:00Z'))).toEqual(['weekday', 'week']);
    expect(Object.keys(at('2026-11-22T10:00:00Z'))).toEqual(['tomorrow', 'week']);
    expect(Object.keys(at('2026-11-23T16:30:00Z'))).toEqual(['tomorrow', 'week']);
  });

  it('moves a suggested follow-up into the working time of its day', () => {
    const late = withDays({ MON: [], TUE: [{ from: '11:00', to: '18:00' }] });
    expect(at('2026-11-18T16:30:00Z', late)['weekday']).toBe('2026-11-24T10:00:00.000Z');
    const night = withDays({ THU: [{ from: '05:00', to: '08:00' }] });
    expect(at('2026-11-18T16:30:00Z', night)['tomorrow']).toBe('2026-11-19T04:00:00.000Z');
  });

  it('suggests follow-ups only on Monday and in a week if there is no working time at all', () => {
    const none = withDays({ MON: [], TUE: [], WED: [], THU: [], FRI: [] });
    expect(at('2026-11-18T10:00:00Z', none)).toEqual({
      weekday: '2026-11-23T08:00:00.000Z',
      week: '2026-11-25T08:00:00.000Z',
    });
  });

  it('suggests a call back for tomorrow, or for the next working day if tomorrow is a day off', () => {
    const next = (now: string): string => iso(nextDayTime(followUpTimes(office, Date.parse(now), ZONE)).at);
    expect(next('2026-11-18T10:00:00Z')).toBe('2026-11-19T08:00:00.000Z');
    expect(next('2026-11-20T10:00:00Z')).toBe('2026-11-23T08:00:00.000Z');
  });
});
