import type { Task, WorkSlice } from '../../../contract/entities/task.ts';
import { workedSeconds } from '../../../contract/states/task-time.ts';
import { startOfDay } from '../../../contract/zones.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { tasksClosedSince, MAX_TASKS, tasksOfToday } from './queries.ts';

const DAYS = 7;

export interface Week {
  /** The last seven days, today last. */
  week: WorkedDay[];
  /** Ids of the tasks completed today. */
  completed: string[];
}

export interface WorkedDay {
  completed: number;
  /** Worked time in seconds. Overlapping time of two tasks is not counted twice. */
  worked: number;
}

/** Returns the results of the last seven days, day by day. */
export async function savedWeek(db: PhoneDb, now: number, zone: string): Promise<Week> {
  const starts = Array.from({ length: DAYS }, (_, index) => startOfDay(zone, now, index + 1 - DAYS));
  const [open, done] = await Promise.all([
    tasksOfToday(db, now, zone),
    tasksClosedSince(db, starts[0] ?? now)
      .limit(MAX_TASKS)
      .toArray(),
  ]);
  // `now` is rounded down to the minute. The last interval ends with the day, so that tasks that were finished since
  // then are included.
  const ends = starts.map((_, index) => starts[index + 1] ?? startOfDay(zone, now, 1));
  const completed = starts.map((from, index) => completedBetween(done, from, ends[index] ?? now));
  const week = starts.map((from, index) => ({
    completed: completed[index]?.length ?? 0,
    worked: workedSecondsBetween([...open, ...done], from, Math.min(ends[index] ?? now, now + 1)),
  }));
  return { week, completed: completed.at(-1) ?? [] };
}

function completedBetween(tasks: readonly Task[], from: number, to: number): string[] {
  const isWithin = (at: number): boolean => at >= from && at < to;
  return tasks.flatMap(({ id, state, closed_at }) =>
    state === 'completed' && isWithin(Date.parse(closed_at ?? '')) ? [id] : [],
  );
}

/** Returns the seconds of work between two instants. Overlapping work is not counted twice. */
export function workedSecondsBetween(tasks: readonly Task[], from: number, to: number): number {
  const clip = (instant: string): string => new Date(Math.min(Math.max(Date.parse(instant), from), to)).toISOString();
  const end = new Date(to).toISOString();
  const slices = tasks
    .flatMap((task) => task.slices)
    .map((slice): WorkSlice => ({ ...slice, from: clip(slice.from), to: clip(slice.to ?? end) }));
  return workedSeconds(slices, end);
}
