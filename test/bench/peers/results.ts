import { median, type Figures } from '../figures.ts';
import type { Chart, Group } from './chart.ts';
import { tasks, type Task, type Times } from './times.ts';

/** Names of the app and of the plain database whose times are 1. */
export const APP = 'Haversack';
export const FLOOR = 'IndexedDB';

export interface Results {
  rows: number;
  changed: number;
  /** The times of the rounds by database, with those of the app and the floor. A slow database has fewer rounds. */
  rounds: ReadonlyMap<string, readonly Times[]>;
  conditions: readonly string[];
}

/** Formats a time with two significant digits. */
export function formatMs(ms: number): string {
  const [value, unit] = ms >= 1000 ? [ms / 1000, 's'] : [ms, 'ms'];
  return `${Number(value.toPrecision(2))} ${unit}`;
}

const formatCount = (count: number): string => count.toLocaleString('en');

function floorOf({ rounds }: Results): readonly Times[] {
  const floor = rounds.get(FLOOR);
  if (!floor) throw new Error('the plain database was not measured');
  return floor;
}

const medianOf = (times: readonly Times[], task: Task): number => median(times.map((one) => one[task]));

/** Returns the median of the multiples of the floor in the same round, because the load of the machine changes. */
function multipleOf(times: readonly Times[], floor: readonly Times[], task: Task): number {
  return median(times.map((one, round) => one[task] / floor[round]![task]));
}

/** Returns the time of the floor for each task, and the times of the others as its multiples. */
export function figuresOf(results: Results): Figures {
  const floor = floorOf(results);
  const figures: Figures = {};
  for (const task of tasks) {
    figures[`${task}: ${FLOOR}, ms`] = medianOf(floor, task);
    for (const [name, times] of results.rounds)
      if (name !== FLOOR) figures[`${task}: ${name}, times ${FLOOR}`] = multipleOf(times, floor, task);
  }
  return figures;
}

export function chartOf(results: Results): Chart {
  const floor = floorOf(results);
  const titles: Record<Task, string> = {
    mirror: `First mirror of ${formatCount(results.rows)} contacts`,
    delta: `${formatCount(results.changed)} changed contacts`,
    search: 'Search for a part of a name',
    start: 'Start, until the first contacts by name are shown',
  };
  const others = [...results.rounds].filter(([name]) => name !== FLOOR && name !== APP);
  const bars = [...results.rounds].filter(([name]) => name === APP).concat(others);
  const groupOf = (task: Task): Group => ({
    title: `${titles[task]} (${FLOOR}: ${formatMs(medianOf(floor, task))})`,
    bars: bars.map(([name, times]) => ({ name, multiple: multipleOf(times, floor, task), isOwn: name === APP })),
  });
  return {
    title: `${formatCount(results.rows)} contacts in the browser, compared with plain IndexedDB`,
    floor: 'IndexedDB without a library, in the same run',
    conditions: results.conditions,
    groups: tasks.map(groupOf),
  };
}
