import { describe, expect, it } from 'vitest';
import { addDays, instantIn, localTimeIn, startOfDate } from '../../contract/zones.ts';
import { placeBlocks } from '../../src/features/tasks/calendar/place-blocks.ts';
import { partOfDay, shiftWallTime, wallMinute } from '../../src/features/tasks/calendar/wall-time.ts';
import {
  shiftMonth,
  chosenDay,
  monthWeeks,
  nextStop,
  shownDays,
  type GridStop,
} from '../../src/features/tasks/calendar/week.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BERLIN = 'Europe/Berlin';
const LORD_HOWE = 'Australia/Lord_Howe';
const SANTIAGO = 'America/Santiago';

const spanOf = (zone: string, from: string, minutes: number) => {
  const start = instantIn(zone, from);
  return { from: start, to: start + minutes * MINUTE };
};
const hours = (count: number): number => count * 60;

describe('placement of a task on a day', () => {
  it('places a task by wall time, and lets it fill a day on which it neither starts nor ends', () => {
    expect(partOfDay(BERLIN, '2026-05-03', spanOf(BERLIN, '2026-05-03T09:30', 45))).toEqual({ from: 570, to: 615 });
    const long = spanOf(BERLIN, '2026-05-02T20:00', 30 * 60);
    expect(partOfDay(BERLIN, '2026-05-02', long)).toEqual({ from: hours(20), to: 1440 });
    expect(partOfDay(BERLIN, '2026-05-03', long)).toEqual({ from: 0, to: 1440 });
    expect(partOfDay(BERLIN, '2026-05-04', long)).toEqual({ from: 0, to: hours(2) });
  });

  it('places a task only on days that it overlaps, or on its start day if it has no duration', () => {
    const span = spanOf(BERLIN, '2026-05-03T23:00', 60);
    expect(partOfDay(BERLIN, '2026-05-02', span)).toBeNull();
    expect(partOfDay(BERLIN, '2026-05-04', span)).toBeNull();
    const instant = spanOf(BERLIN, '2026-05-03T00:00', 0);
    expect(partOfDay(BERLIN, '2026-05-03', instant)).toEqual({ from: 0, to: 0 });
    expect(partOfDay(BERLIN, '2026-05-02', instant)).toBeNull();
  });

  it('draws a task across the hour that Berlin skips in spring', () => {
    expect(startOfDate(BERLIN, '2026-03-30') - startOfDate(BERLIN, '2026-03-29')).toBe(23 * HOUR);
    const span = spanOf(BERLIN, '2026-03-29T01:30', 60);
    expect(partOfDay(BERLIN, '2026-03-29', span)).toEqual({ from: 90, to: hours(3) + 30 });
    expect(partOfDay(BERLIN, '2026-03-29', spanOf(BERLIN, '2026-03-29T20:00', 60))).toEqual({
      from: hours(20),
      to: hours(21),
    });
  });

  it('places both occurrences of the hour that Berlin repeats in autumn at the same height', () => {
    expect(startOfDate(BERLIN, '2026-10-26') - startOfDate(BERLIN, '2026-10-25')).toBe(25 * HOUR);
    const first = spanOf(BERLIN, '2026-10-25T02:30', 15);
    const second = { from: first.from + HOUR, to: first.to + HOUR };
    expect(partOfDay(BERLIN, '2026-10-25', first)).toEqual({ from: 150, to: 165 });
    expect(partOfDay(BERLIN, '2026-10-25', second)).toEqual({ from: 150, to: 165 });
    // The task starts at 02:45 before the clock change and ends at 02:15 after it: 30 minutes pass, although the clock
    // shows an earlier time at the end.
    expect(partOfDay(BERLIN, '2026-10-25', spanOf(BERLIN, '2026-10-25T02:45', 30))).toEqual({ from: 165, to: 195 });
  });

  it('follows the half-hour clock change of Lord Howe Island', () => {
    expect(startOfDate(LORD_HOWE, '2026-10-05') - startOfDate(LORD_HOWE, '2026-10-04')).toBe(23.5 * HOUR);
    expect(partOfDay(LORD_HOWE, '2026-10-04', spanOf(LORD_HOWE, '2026-10-04T01:45', 30))).toEqual({
      from: 105,
      to: hours(2) + 45,
    });
    expect(startOfDate(LORD_HOWE, '2026-04-06') - startOfDate(LORD_HOWE, '2026-04-05')).toBe(24.5 * HOUR);
    const back = spanOf(LORD_HOWE, '2026-04-05T01:45', 60);
    expect(partOfDay(LORD_HOWE, '2026-04-05', back)).toEqual({ from: 105, to: hours(2) + 15 });
  });

  it('starts a day at 01:00 if it has no midnight', () => {
    const first = startOfDate(SANTIAGO, '2026-09-06');
    expect(localTimeIn(SANTIAGO, first)).toBe('2026-09-06T01:00');
    expect(partOfDay(SANTIAGO, '2026-09-06', { from: first, to: first + HOUR })).toEqual({ from: 60, to: 120 });
    expect(partOfDay(SANTIAGO, '2026-09-05', { from: first - HOUR, to: first })).toEqual({ from: hours(23), to: 1440 });
    expect(partOfDay(SANTIAGO, '2026-09-06', { from: first - HOUR, to: first })).toBeNull();
  });
});

describe('moving a task by wall time', () => {
  const moved = (zone: string, from: string, minutes: number): string =>
    localTimeIn(zone, shiftWallTime(zone, instantIn(zone, from), minutes));

  it('moving a task by whole days keeps its time of day over a clock change', () => {
    expect(moved(BERLIN, '2026-03-28T10:00', 1440)).toBe('2026-03-29T10:00');
    expect(moved(BERLIN, '2026-10-24T10:00', 1440)).toBe('2026-10-25T10:00');
    expect(moved(LORD_HOWE, '2026-10-03T10:00', 1440)).toBe('2026-10-04T10:00');
    expect(moved(BERLIN, '2026-10-25T10:00', -1440)).toBe('2026-10-24T10:00');
  });

  it('moving a task to a skipped time moves it forward by the length of the gap', () => {
    expect(moved(BERLIN, '2026-03-28T02:30', 1440)).toBe('2026-03-29T03:30');
    expect(moved(LORD_HOWE, '2026-10-03T02:15', 1440)).toBe('2026-10-04T02:45');
    expect(moved(SANTIAGO, '2026-09-05T00:15', 1440)).toBe('2026-09-06T01:15');
  });

  it('a task moved within an hour that occurs twice stays in its occurrence, and a task from another day gets the nearer occurrence', () => {
    const second = instantIn(BERLIN, '2026-10-25T02:30') + HOUR;
    expect(shiftWallTime(BERLIN, second, 15) - second).toBe(15 * MINUTE);
    expect(shiftWallTime(BERLIN, second, -15) - second).toBe(-15 * MINUTE);
    const before = instantIn(BERLIN, '2026-10-24T02:30');
    expect(shiftWallTime(BERLIN, before, 1440)).toBe(instantIn(BERLIN, '2026-10-25T02:30'));
    const after = instantIn(BERLIN, '2026-10-26T02:30');
    // The following day has the offset of the second occurrence.
    expect(shiftWallTime(BERLIN, after, -1440)).toBe(second);
  });

  it('reads the minute of the day from the clock of the time zone', () => {
    expect(wallMinute(BERLIN, Date.parse('2026-05-03T08:20:00.000Z'))).toBe(hours(10) + 20);
    expect(wallMinute('Asia/Kathmandu', Date.parse('2026-05-03T08:20:00.000Z'))).toBe(hours(14) + 5);
  });
});

describe('overlapping tasks in the calendar', () => {
  const LIMITS = { lanes: 3, minutes: 20 };
  const item = (id: string, from: number, to: number) => ({ id, from, to });
  const lanesOf = (...items: ReturnType<typeof item>[]) =>
    Object.fromEntries(placeBlocks(items, LIMITS).blocks.map(({ id, lane, lanes }) => [id, [lane, lanes]]));

  it('places overlapping tasks side by side, and tasks that merely touch at full width', () => {
    expect(lanesOf(item('a', 0, 60), item('b', 60, 120))).toEqual({ a: [0, 1], b: [0, 1] });
    expect(lanesOf(item('a', 0, 60), item('b', 30, 90), item('c', 200, 260))).toEqual({
      a: [0, 2],
      b: [1, 2],
      c: [0, 1],
    });
  });

  it('reuses a column of overlapping tasks as soon as it is free', () => {
    expect(lanesOf(item('a', 0, 120), item('b', 0, 30), item('c', 40, 80))).toEqual({
      a: [0, 2],
      b: [1, 2],
      c: [1, 2],
    });
  });

  it('orders tasks that start at the same time by duration, longest first, and then by id', () => {
    expect(lanesOf(item('b', 0, 60), item('a', 0, 60), item('c', 0, 90))).toEqual({
      c: [0, 3],
      a: [1, 3],
      b: [2, 3],
    });
  });

  it('treats short tasks as overlapping if they overlap at their minimum height', () => {
    expect(lanesOf(item('a', 0, 5), item('b', 10, 15))).toEqual({ a: [0, 2], b: [1, 2] });
    expect(lanesOf(item('a', 0, 5), item('b', 20, 25))).toEqual({ a: [0, 1], b: [0, 1] });
  });

  it('a short task just before midnight grows upwards, so that it ends at midnight', () => {
    expect(placeBlocks([item('a', 1435, 1440)], LIMITS).blocks).toMatchObject([{ from: 1420, to: 1440 }]);
  });

  it('shows at most three overlapping tasks, and a separate count for each time at which further tasks are hidden', () => {
    const overlapping = ['a', 'b', 'c', 'd', 'e'].map((id) => item(id, 0, 60));
    const { blocks, hidden } = placeBlocks([...overlapping, item('f', 300, 360)], LIMITS);
    expect(blocks.map(({ id, isNarrowed }) => [id, isNarrowed])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
      ['f', false],
    ]);
    expect(hidden).toEqual([{ from: 0, to: 60, ids: ['d', 'e'] }]);
    const apart = placeBlocks(
      [item('a', 0, 300), item('b', 0, 300), item('c', 0, 300), item('d', 0, 60), item('e', 100, 160)],
      LIMITS,
    );
    expect(apart.hidden.map(({ ids }) => ids)).toEqual([['d'], ['e']]);
  });
});

describe('days shown in the calendar', () => {
  it('shows a week from Monday, three days on a narrower screen, or one day', () => {
    expect(shownDays('week', '2026-05-03', 'wide')).toEqual([
      '2026-04-27',
      '2026-04-28',
      '2026-04-29',
      '2026-04-30',
      '2026-05-01',
      '2026-05-02',
      '2026-05-03',
    ]);
    expect(shownDays('week', '2026-05-03', 'medium')).toEqual(['2026-05-03', '2026-05-04', '2026-05-05']);
    expect(shownDays('day', '2026-05-03', 'wide')).toEqual(['2026-05-03']);
  });

  it("shows the date in the URL if it is valid, and otherwise today in the user's zone", () => {
    const now = Date.parse('2026-05-03T23:30:00.000Z');
    expect(chosenDay(BERLIN, now, undefined)).toBe('2026-05-04');
    expect(chosenDay('UTC', now, '2026-02-31')).toBe('2026-05-03');
    expect(chosenDay('UTC', now, '2026-02-28')).toBe('2026-02-28');
  });

  it('shows a month as six weeks that start on a Monday', () => {
    const weeks = monthWeeks('2026-11');
    expect(weeks).toHaveLength(6);
    expect([weeks[0]![0], weeks[5]![6]]).toEqual(['2026-10-26', '2026-12-06']);
    expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });
});

describe('keyboard focus in the calendar grid', () => {
  const MONDAY = '2026-05-04';
  const [tuesday, wednesday] = [addDays(MONDAY, 1), addDays(MONDAY, 2)];
  const head = (day: string): GridStop => ({ key: `${day} head`, day, minute: null, isTask: false });
  const hour = (day: string, minute: number): GridStop => ({
    key: `${day} hour ${minute}`,
    day,
    minute,
    isTask: false,
  });
  const task = (day: string, minute: number): GridStop => ({ key: `${day} task ${minute}`, day, minute, isTask: true });
  const stops = [
    ...[head(MONDAY), hour(MONDAY, 480), task(MONDAY, 540), hour(MONDAY, 600), task(MONDAY, 650)],
    ...[head(tuesday), hour(tuesday, 480), hour(tuesday, 540), hour(tuesday, 600)],
    ...[head(wednesday), task(wednesday, 100), hour(wednesday, 480), hour(wednesday, 540), task(wednesday, 580)],
  ];
  const go = (from: GridStop, key: string, opensAt = 500) => nextStop(stops, from, key, opensAt)?.key ?? null;

  it('arrows up and down move the focus through the header, the tasks and the free hours of a day', () => {
    expect(go(hour(MONDAY, 480), 'ArrowDown')).toBe(`${MONDAY} task 540`);
    expect(go(task(MONDAY, 540), 'ArrowDown')).toBe(`${MONDAY} hour 600`);
    expect(go(hour(MONDAY, 600), 'ArrowUp')).toBe(`${MONDAY} task 540`);
    expect(go(hour(MONDAY, 480), 'ArrowUp')).toBe(`${MONDAY} head`);
    expect(go(head(MONDAY), 'ArrowUp')).toBeNull();
    expect(go(task(MONDAY, 650), 'ArrowDown')).toBeNull();
  });

  it("arrow down moves the focus from a day's header to the time at which the grid opens", () => {
    expect(go(head(MONDAY), 'ArrowDown', 500)).toBe(`${MONDAY} hour 480`);
    expect(go(head(MONDAY), 'ArrowDown', 630)).toBe(`${MONDAY} task 650`);
  });

  it('Page Up and Page Down move the focus between the tasks of a day', () => {
    expect(go(head(MONDAY), 'PageDown')).toBe(`${MONDAY} task 540`);
    expect(go(task(MONDAY, 540), 'PageDown')).toBe(`${MONDAY} task 650`);
    expect(go(task(MONDAY, 650), 'PageDown')).toBeNull();
    expect(go(hour(MONDAY, 600), 'PageUp')).toBe(`${MONDAY} task 540`);
    expect(go(task(MONDAY, 540), 'PageUp')).toBeNull();
  });

  it('left, right, Home and End move from a task to the nearest task or hour of another day', () => {
    expect(go(task(MONDAY, 650), 'ArrowRight')).toBe(`${tuesday} hour 600`);
    expect(go(task(wednesday, 580), 'ArrowLeft')).toBe(`${tuesday} hour 600`);
    expect(go(task(wednesday, 100), 'Home')).toBe(`${MONDAY} task 540`);
    expect(go(task(MONDAY, 540), 'End')).toBe(`${wednesday} task 580`);
    expect(go(task(wednesday, 100), 'ArrowRight')).toBeNull();
    expect(go(task(wednesday, 100), 'x')).toBeNull();
  });

  it('arrows left and right move from an hour to the same hour, and from header to header', () => {
    expect(go(hour(tuesday, 540), 'ArrowRight')).toBe(`${wednesday} hour 540`);
    expect(go(hour(tuesday, 540), 'ArrowLeft')).toBe(`${MONDAY} task 540`);
    expect(go(head(tuesday), 'ArrowRight')).toBe(`${wednesday} head`);
    expect(go(head(tuesday), 'Home')).toBe(`${MONDAY} head`);
  });
});
