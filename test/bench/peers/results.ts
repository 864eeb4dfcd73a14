import type { Figures } from '../figures.ts';
import type { Chart, Group } from './chart.ts';
import { tasks, type Task, type Times } from './times.ts';

/** Names of the app and of the plain database whose times are 1. */
export const APP = 'Haversack';
export const FLOOR = 'IndexedDB';

export interface Results {
  rows: number;
  changed: number;
  /** Median times by database, with those of the app and the floor. */
  medians: ReadonlyMap<string, Times>;
  conditions: readonly string[];
}

/** Formats a time with two significant digits. */
export function formatMs(ms: number): string {
  const [value, unit] = ms >= 1000 ? [ms / 1000, 's'] : [ms, 'ms'];
  return `${Number(value.toPrecision(2))} ${unit}`;
}

const formatCount = (count: number): string => count.toLocaleString('en');

function floorOf({ medians }: Results): Times {
  const floor = medians.get(FLOOR);
  if (!floor) throw new Error('the plain database was not measured');
  return floor;
}

/** Returns the time of the floor for each task, and the times of the others as its multiples. */
export function figuresOf(results: Results): Figures {
  const floor = floorOf(results);
  const figures: Figures = {};
  for (const task of tasks) {
    figures[`${task}: ${FLOOR}, ms`] = floor[task];
    for (const [name, times] of results.medians)
      if (name !== FLOOR) figures[`${task}: ${name}, times ${FLOOR}`] = times[task] / floor[task];
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
  const others = [...results.medians].filter(([name]) => name !== FLOOR && name !== APP);
  const bars = [...results.medians].filter(([name]) => name === APP).concat(others);
  const groupOf = (task: Task): Group => ({
    title: `${titles[task]} (${FLOOR}: ${formatMs(floor[task])})`,
    bars: bars.map(([name, times]) => ({ name, multiple: times[task] / floor[task], isOwn: name === APP })),
  });
  return {
    title: `${formatCount(results.rows)} contacts in the browser, compared with plain IndexedDB`,
    floor: 'IndexedDB without a library, in the same run',
    conditions: results.conditions,
    groups: tasks.map(groupOf),
  };
}
