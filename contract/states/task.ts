import { Refused } from '../errors.ts';
import type { Task, WorkSlice } from '../entities/task.ts';
import { taskResults, taskStates, type TaskResult, type TaskState, type TaskType } from '../values.ts';
import { step, type Machine } from './machine.ts';

export type TaskCommand = 'edit' | 'start' | 'pause' | 'finish' | 'reschedule' | 'cancel' | 'reopen';

export const taskMachine: Machine<TaskState, TaskCommand> = {
  states: taskStates,
  commands: {
    edit: { from: ['planned', 'in_progress', 'paused'], to: 'same', repeat: [] },
    start: { from: ['planned', 'paused'], to: 'in_progress', repeat: ['in_progress'] },
    pause: { from: ['in_progress'], to: 'paused', repeat: ['paused'] },
    finish: { from: ['planned', 'in_progress', 'paused'], to: 'completed', repeat: ['completed'] },
    reschedule: { from: ['planned', 'paused'], to: 'planned', repeat: [] },
    cancel: { from: ['planned', 'in_progress', 'paused'], to: 'cancelled', repeat: ['cancelled'] },
    reopen: { from: ['completed', 'cancelled'], to: 'planned', repeat: ['planned'] },
  },
};

export const MAX_SLICES = 200;
const MAX_SLICE_MS = 12 * 3_600_000;
const YEAR_MS = 365 * 86_400_000;
const RESCHEDULE_GRACE_MS = 5 * 60_000;
const MAX_LENGTH_MS = 24 * 3_600_000;
export const REOPEN_AUTHOR_MS = 24 * 3_600_000;
export const REOPEN_MANAGER_MS = 30 * 86_400_000;

/** Length in minutes of a new task when nobody says otherwise. */
export const defaultMinutes: Record<TaskType, number> = { call: 15, meet: 60, message: 5 };

const ms = (instant: string) => Date.parse(instant);

/** Moves by the table, or throws `task_state`. Null means a harmless repeat: nothing changes. */
function moved(task: Task, command: TaskCommand): TaskState | null {
  const result = step(taskMachine, task.state, command);
  if (result.kind === 'illegal') throw new Refused('task_state', { state: task.state, command });
  return result.kind === 'move' ? result.to : null;
}

/** A slice that ends before it begins, or runs longer than 12 h, is doubtful: kept, and not counted. */
function closed(slice: WorkSlice, at: string): WorkSlice {
  const length = ms(at) - ms(slice.from);
  const doubtful = length < 0 || length > MAX_SLICE_MS;
  return { ...slice, to: doubtful && length < 0 ? slice.from : at, needs_review: slice.needs_review || doubtful };
}

function closeSlices(task: Task, at: string): WorkSlice[] {
  return task.slices.map((slice) => (slice.to === null ? closed(slice, at) : slice));
}

/** Opens a slice. Throws `task_state`, or `too_many_slices` beyond 200. */
export function startTask(task: Task, args: { at: string; slice_id: string; device_id: string }): Task {
  const to = moved(task, 'start');
  if (to === null || task.slices.some((slice) => slice.id === args.slice_id)) return task;
  if (task.slices.length >= MAX_SLICES) throw new Refused('too_many_slices');
  const slice = {
    id: args.slice_id,
    from: args.at,
    to: null,
    device_id: args.device_id,
    estimated: false,
    needs_review: false,
  };
  return { ...task, state: to, slices: [...task.slices, slice] };
}

/** Closes the open slice. Throws `task_state`. */
export function pauseTask(task: Task, args: { at: string }): Task {
  const to = moved(task, 'pause');
  return to === null ? task : { ...task, state: to, slices: closeSlices(task, args.at) };
}

export interface FinishArgs {
  at: string;
  result: TaskResult;
  result_note: string;
  /** Logging afterwards: a planned task needs its own times. */
  worked?: { slice_id: string; from: string; to: string } | undefined;
  device_id: string;
}

/**
 * Completes. From `planned` it needs `worked`, or throws `slice_invalid`; a result of another type of task throws
 * `result_not_for_type`; an illegal state throws `task_state`.
 */
export function finishTask(task: Task, args: FinishArgs): Task {
  const to = moved(task, 'finish');
  if (to === null) return task;
  if (!(taskResults[task.type] as readonly string[]).includes(args.result)) {
    throw new Refused('result_not_for_type', { type: task.type, result: args.result });
  }
  if (task.state === 'planned' && task.slices.length === 0 && !args.worked)
    throw new Refused('slice_invalid', { worked: 'required' });
  const slices = closeSlices(task, args.at);
  if (args.worked) {
    const { slice_id, from, to: end } = args.worked;
    if (ms(end) < ms(from) || ms(end) - ms(from) > MAX_SLICE_MS)
      throw new Refused('slice_invalid', { worked: 'invalid' });
    slices.push({ id: slice_id, from, to: end, device_id: args.device_id, estimated: true, needs_review: false });
  }
  return { ...task, state: to, slices, result: args.result, result_note: args.result_note, closed_at: args.at };
}

/** Moves a planned or paused task in time, keeping its length. Throws `start_in_past` and `start_out_of_range`. */
export function rescheduleTask(task: Task, args: { at: string; start_at: string; end_at?: string | undefined }): Task {
  const to = moved(task, 'reschedule');
  if (to === null) return task;
  if (ms(args.start_at) < ms(args.at) - RESCHEDULE_GRACE_MS)
    throw new Refused('start_in_past', { start_at: 'start_in_past' });
  const length = ms(task.end_at) - ms(task.start_at);
  const end_at = args.end_at ?? new Date(ms(args.start_at) + length).toISOString();
  checkTimes({ start_at: args.start_at, end_at }, args.at);
  return { ...task, state: to, start_at: args.start_at, end_at };
}

/** Gives up a task, with a reason of at most 200 characters. */
export function cancelTask(task: Task, args: { at: string; reason: string }): Task {
  const to = moved(task, 'cancel');
  if (to === null) return task;
  return { ...task, state: to, slices: closeSlices(task, args.at), cancel_reason: args.reason, closed_at: args.at };
}

/** Takes a closed task back: its author within 24 h, a manager within 30 days. Throws `reopen_too_late`. */
export function reopenTask(task: Task, args: { at: string; by_manager: boolean }): Task {
  const to = moved(task, 'reopen');
  if (to === null) return task;
  const limit = args.by_manager ? REOPEN_MANAGER_MS : REOPEN_AUTHOR_MS;
  if (task.closed_at !== null && ms(args.at) - ms(task.closed_at) > limit) throw new Refused('reopen_too_late');
  return { ...task, state: to, result: null, closed_at: null, cancel_reason: '' };
}

/** Bounds of a task's times, measured from the command's own time: -1 year..+2 years, at most 24 h long. */
export function checkTimes(times: { start_at: string; end_at: string }, at: string): void {
  const start = ms(times.start_at);
  if (start < ms(at) - YEAR_MS || start > ms(at) + 2 * YEAR_MS) {
    throw new Refused('start_out_of_range', { start_at: 'start_out_of_range' });
  }
  const length = ms(times.end_at) - start;
  if (length < 0 || length > MAX_LENGTH_MS) throw new Refused('end_before_start', { end_at: 'end_before_start' });
}

/** Throws `task_state` where a task's fields may no longer be edited. */
export function checkEditable(task: Task): void {
  moved(task, 'edit');
}

/** Seconds of work: the union of the counted slices, an open one up to `now`. */
export function workedSeconds(slices: readonly WorkSlice[], now: string): number {
  const spans = slices
    .filter((slice) => !slice.needs_review)
    .map((slice) => [ms(slice.from), slice.to === null ? ms(now) : ms(slice.to)] as const)
    .filter(([from, to]) => to > from)
    .toSorted((a, b) => a[0] - b[0]);
  let total = 0;
  let reached = -Infinity;
  for (const [from, to] of spans) {
    total += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return Math.round(total / 1000);
}

/** Calls and messages are with somebody; a meeting may be with nobody in particular. */
export function checkLinked(task: Pick<Task, 'type' | 'linked_user_id'>): void {
  if (task.type !== 'meet' && task.linked_user_id === null) {
    throw new Refused('linked_user_required', { linked_user_id: 'required' });
  }
}
