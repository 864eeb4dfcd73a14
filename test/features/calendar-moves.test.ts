import { describe, expect, it } from 'vitest';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import { instantIn, localTimeIn } from '../../contract/zones.ts';
import { firstFreeStart, freeStarts } from '../../src/features/tasks/calendar/free-times.ts';
import {
  withEndAt,
  isMovable,
  moveBy,
  moveTo,
  slotAt,
  snapToDragStep,
  keyStepOf,
} from '../../src/features/tasks/calendar/moves.ts';
import { makeTask } from './task-maker.ts';

const MINUTE = 60_000;
const BERLIN = 'Europe/Berlin';

const times = (from: string, minutes: number) => {
  const start = instantIn(BERLIN, from);
  return { start, end: start + minutes * MINUTE };
};
const local = ({ start, end }: { start: number; end: number }) => [
  localTimeIn(BERLIN, start),
  localTimeIn(BERLIN, end),
];

describe('moving a task in the calendar', () => {
  it('allows only planned and paused tasks to be moved in the calendar', () => {
    const states = ['planned', 'paused', 'in_progress', 'completed', 'cancelled'] as const;
    expect(states.filter((state) => isMovable(makeTask({ state })))).toEqual(['planned', 'paused']);
  });

  it('moving a task keeps its duration, even across a clock change', () => {
    expect(local(moveBy(BERLIN, times('2026-05-04T10:00', 45), 1, 15))).toEqual([
      '2026-05-05T10:15',
      '2026-05-05T11:00',
    ]);
    const moved = moveBy(BERLIN, times('2026-03-28T01:30', 60), 1, 0);
    expect(local(moved)).toEqual(['2026-03-29T01:30', '2026-03-29T03:30']);
    expect(moved.end - moved.start).toBe(60 * MINUTE);
  });

  it('moves a task to the date and time where it is dropped', () => {
    const dropped = moveTo(BERLIN, times('2026-10-23T10:00', 30), { day: '2026-10-26', minute: 545 });
    expect(local(dropped)).toEqual(['2026-10-26T09:05', '2026-10-26T09:35']);
    expect(local(moveTo(BERLIN, times('2026-03-27T10:00', 30), { day: '2026-03-29', minute: 150 }))).toEqual([
      '2026-03-29T03:30',
      '2026-03-29T04:00',
    ]);
  });

  it('dragging the lower edge of a task changes its duration, which stays between 5 minutes and 24 hours', () => {
    const call = times('2026-05-04T10:00', 30);
    expect(local(withEndAt(BERLIN, call, { day: '2026-05-04', minute: 675 }))).toEqual([
      '2026-05-04T10:00',
      '2026-05-04T11:15',
    ]);
    expect(local(withEndAt(BERLIN, call, { day: '2026-05-04', minute: 0 }))[1]).toBe('2026-05-04T10:05');
    expect(local(withEndAt(BERLIN, call, { day: '2026-05-06', minute: 0 }))[1]).toBe('2026-05-05T10:00');
  });

  it('snaps a dragged task to 5 minutes within the day', () => {
    expect([snapToDragStep(602), snapToDragStep(603), snapToDragStep(-20), snapToDragStep(1440)]).toEqual([
      600, 605, 0, 1435,
    ]);
  });

  it('finds the day and minute under a point of the grid, and nothing outside the days', () => {
    const box = (day: string, left: number) => ({ day, left, right: left + 100, top: 50, bottom: 1490 });
    const boxes = [box('2026-05-04', 0), box('2026-05-05', 100)];
    expect(slotAt(boxes, 99, 650)).toEqual({ day: '2026-05-04', minute: 600 });
    expect(slotAt(boxes, 100, 50)).toEqual({ day: '2026-05-05', minute: 0 });
    expect([slotAt(boxes, 200, 60), slotAt(boxes, 10, 49), slotAt(boxes, 10, 1491)]).toEqual([null, null, null]);
  });

  it('arrow keys move a task by 15 minutes or by a day', () => {
    expect(keyStepOf('ArrowDown', false)).toEqual({ days: 0, minutes: 15 });
    expect(keyStepOf('ArrowUp', false)).toEqual({ days: 0, minutes: -15 });
    expect([keyStepOf('ArrowDown', true), keyStepOf('ArrowRight', false)]).toEqual([
      { days: 1, minutes: 0 },
      { days: 1, minutes: 0 },
    ]);
    expect([keyStepOf('ArrowUp', true), keyStepOf('ArrowLeft', true)]).toEqual([
      { days: -1, minutes: 0 },
      { days: -1, minutes: 0 },
    ]);
    expect(keyStepOf('a', false)).toBeNull();
  });
});

describe('suggested free work times', () => {
  const MINUTES_30 = 30 * MINUTE;
  const search = (busy: [from: string, to: string][], length = MINUTES_30) => ({
    times: defaultWorkTimes(BERLIN),
    busy: busy.map(([from, to]) => ({ from: instantIn(BERLIN, from), to: instantIn(BERLIN, to) })),
    length,
  });
  const first = (from: string, ...args: Parameters<typeof search>) => {
    const start = firstFreeStart(search(...args), instantIn(BERLIN, from));
    return start === null ? null : localTimeIn(BERLIN, start);
  };

  it('suggests the next quarter of an hour in working time as a free time', () => {
    expect(first('2026-05-04T10:01', [])).toBe('2026-05-04T10:15');
    expect(first('2026-05-04T06:00', [])).toBe('2026-05-04T09:00');
  });

  it('suggests a free time only if the whole task fits into working time', () => {
    expect(first('2026-05-04T17:30', [])).toBe('2026-05-04T17:30');
    expect(first('2026-05-04T17:31', [])).toBe('2026-05-05T09:00');
    expect(first('2026-05-08T17:45', [])).toBe('2026-05-11T09:00');
  });

  it('suggests a free time that overlaps no other task but may touch one', () => {
    expect(first('2026-05-04T10:00', [['2026-05-04T10:15', '2026-05-04T11:05']])).toBe('2026-05-04T11:15');
    expect(first('2026-05-04T10:00', [['2026-05-04T10:30', '2026-05-04T11:00']])).toBe('2026-05-04T10:00');
  });

  it('suggests no free time for a task longer than any working day, or without working time', () => {
    expect(first('2026-05-04T10:00', [], 10 * 60 * MINUTE)).toBeNull();
    const none = { ...defaultWorkTimes(BERLIN).days, MON: [], TUE: [], WED: [], THU: [], FRI: [] };
    const never = { times: { ...defaultWorkTimes(BERLIN), days: none }, busy: [], length: MINUTES_30 };
    expect(firstFreeStart(never, instantIn(BERLIN, '2026-05-04T10:00'))).toBeNull();
    expect(freeStarts(never, instantIn(BERLIN, '2026-05-04T10:00'), BERLIN)).toEqual([]);
  });

  it('looks for a free time up to two weeks ahead', () => {
    const busy: [string, string][] = [['2026-05-04T00:00', '2026-05-17T23:00']];
    expect(first('2026-05-04T10:00', busy)).toBe('2026-05-18T09:00');
    expect(first('2026-05-04T08:00', [['2026-05-04T00:00', '2026-05-18T08:30']])).toBeNull();
  });

  it('offers the next free time, one at least 90 minutes later, and the first of the next day', () => {
    const offers = (from: string, ...args: Parameters<typeof search>) =>
      freeStarts(search(...args), instantIn(BERLIN, from), BERLIN).map((start) => localTimeIn(BERLIN, start));
    expect(offers('2026-05-04T14:20', [])).toEqual(['2026-05-04T14:30', '2026-05-04T16:00', '2026-05-05T09:00']);
    expect(offers('2026-05-04T14:20', [], 120 * MINUTE)).toEqual(['2026-05-04T14:30', '2026-05-05T09:00']);
    expect(offers('2026-05-04T20:00', [])).toEqual(['2026-05-05T09:00', '2026-05-05T10:30']);
  });
});
