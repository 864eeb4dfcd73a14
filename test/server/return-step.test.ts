import { describe, expect, it } from 'vitest';
import type { WorkTimes } from '../../contract/entities/work-times.ts';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import { HOURS_TO_RETURN, HOURS_TO_WARNING, nextReturnStep } from '../../server/features/assignment/return-step.ts';

const at = (iso: string) => Date.parse(iso);
const berlin = defaultWorkTimes('Europe/Berlin');
const DAY_MS = 86_400_000;

/**
 * Returns the time of the warning for a lead that is assigned at `assigned`, and the time of the return after that
 * warning.
 */
function timesFor(assigned: string, times: WorkTimes): (string | null)[] {
  const assigned_at = at(assigned);
  const waiting = nextReturnStep({ assigned_at, warned_at: null }, times, assigned_at);
  if (waiting.kind !== 'wait') throw new Error(`the first step is ${waiting.kind}`);
  const warning = nextReturnStep({ assigned_at, warned_at: null }, times, waiting.check_at);
  return [waiting.check_at, warning.kind === 'warn' ? warning.returns_at : null].map((time) =>
    time === null ? null : new Date(time).toISOString(),
  );
}

describe('the return of a lead without a finished task', () => {
  it('counts 12 working hours to the warning and 12 more to the return of a lead', () => {
    expect([HOURS_TO_WARNING, HOURS_TO_RETURN]).toEqual([12, 12]);
    // Monday 09:00, Tuesday 12:00 and Wednesday 15:00 in Berlin.
    expect(timesFor('2026-03-02T08:00:00Z', berlin)).toEqual(['2026-03-03T11:00:00.000Z', '2026-03-04T14:00:00.000Z']);
  });

  it('does not count weekends, nights and days off towards the return of a lead', () => {
    // There are 12 working hours from Friday 16:00 to Tuesday 10:00, and again in the rest of Tuesday and the first 4
    // hours of Wednesday.
    expect(timesFor('2026-03-06T15:00:00Z', berlin)).toEqual(['2026-03-10T09:00:00.000Z', '2026-03-11T12:00:00.000Z']);
    const off: WorkTimes = {
      ...berlin,
      exceptions: [{ from: '2026-03-03', to: '2026-03-04', type: 'off', note: '' }],
    };
    expect(timesFor('2026-03-02T08:00:00Z', off)[0]).toBe('2026-03-05T11:00:00.000Z');
  });

  it('does not count days without working time of the employee towards the return of a lead', () => {
    const noTuesday: WorkTimes = { ...berlin, days: { ...berlin.days, TUE: [] } };
    expect(timesFor('2026-03-02T08:00:00Z', noTuesday)[0]).toBe('2026-03-04T11:00:00.000Z');
  });

  it('counts working hours by local time when the clocks change', () => {
    const allDay = [{ from: '00:00', to: '24:00' }];
    const aroundTheClock: WorkTimes = { ...berlin, days: { ...berlin.days, SAT: allDay, SUN: allDay, MON: allDay } };
    // On 29 March, the hour from 02:00 to 03:00 does not exist: 12 hours from Saturday 18:00 end on Sunday at 07:00
    // summer time.
    expect(timesFor('2026-03-28T17:00:00Z', aroundTheClock)[0]).toBe('2026-03-29T05:00:00.000Z');
    // On 25 October, the hour from 02:00 to 03:00 occurs twice but counts only once: 12 hours from Saturday 18:00 end
    // on Sunday at 06:00 winter time.
    expect(timesFor('2026-10-24T16:00:00Z', aroundTheClock)[0]).toBe('2026-10-25T05:00:00.000Z');
  });

  it('a late warning still gives the employee 12 working hours before a lead returns', () => {
    const lead = { assigned_at: at('2026-01-05T08:00:00Z'), warned_at: null };
    expect(nextReturnStep(lead, berlin, at('2026-03-02T08:00:00Z'))).toEqual({
      kind: 'warn',
      returns_at: at('2026-03-03T11:00:00Z'),
    });
  });

  it('returns a lead when its time is up and not a minute earlier', () => {
    const lead = { assigned_at: at('2026-03-02T08:00:00Z'), warned_at: at('2026-03-03T11:00:00Z') };
    const end = at('2026-03-04T14:00:00Z');
    expect(nextReturnStep(lead, berlin, end - 60_000)).toEqual({ kind: 'wait', check_at: end, returns_at: end });
    expect(nextReturnStep(lead, berlin, end)).toEqual({ kind: 'return' });
  });

  it('never returns the lead of an employee without any working time', () => {
    const [from, days] = [at('2026-03-02T08:00:00Z'), berlin.days];
    const noWorkingTime: WorkTimes = { ...berlin, days: { ...days, MON: [], TUE: [], WED: [], THU: [], FRI: [] } };
    const waitStep = { kind: 'wait', check_at: from + DAY_MS, returns_at: null };
    expect(nextReturnStep({ assigned_at: from, warned_at: null }, noWorkingTime, from)).toEqual(waitStep);
    expect(nextReturnStep({ assigned_at: from, warned_at: from }, noWorkingTime, from)).toEqual(waitStep);
  });
});
