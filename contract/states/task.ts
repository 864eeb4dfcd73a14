import { Refused } from '../errors.ts';
import type { TaskCreateArgs } from '../entities/task-args.ts';
import type { Task, WorkSlice } from '../entities/task.ts';
import { taskResults, taskStates, type TaskResult, type TaskState, type TaskType } from '../values.ts';
import { transition, type Machine } from './machine.ts';
import { REOPEN_AUTHOR_MS, REOPEN_MANAGER_MS } from './task-time.ts';

export type TaskCommand =
  | 'edit'
  | 'start'
  | 'pause'
  | 'finish'
  | 'reschedule'
  | 'cancel'
  | 'reopen'
  | 'reassign'
  | 'confirm_slice';

export const taskMachine: Machine<TaskState, TaskCommand> = {
  states: taskStates,
  commands: {
    edit: { from: ['planned', 'in_progress', 'paused'], to: 'same', noop: [] },
    start: { from: ['planned', 'paused'], to: 'in_progress', noop: ['in_progress'] },
    pause: { from: ['in_progress'], to: 'paused', noop: ['paused'] },
    finish: { from: ['planned', 'in_progress', 'paused'], to: 'completed', noop: ['completed'] },
    reschedule: { from: ['planned', 'paused'], to: 'planned', noop: [] },
    cancel: { from: ['planned', 'in_progress', 'paused'], to: 'cancelled', noop: ['cancelled'] },
    reopen: { from: ['completed', 'cancelled'], to: 'planned', noop: ['planned'] },
    reassign: { from: ['planned', 'paused'], to: 'same', noop: [] },
    // A slice can be confirmed in any state, because reviews usually happen after the task is finished.
    confirm_slice: { from: [...taskStates], to: 'same', noop: [] },
  },
};

export const MAX_SLICES = 200;
const MAX_SLICE_MS = 12 * 3_600_000;
/** Maximum adjustment of a device's clock during a slice. After a larger one, the measured time needs review. */
export const CLOCK_JUMP_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;
const RESCHEDULE_GRACE_MS = 5 * 60_000;
const MAX_LENGTH_MS = 24 * 3_600_000;

/** Default duration of a new task, in minutes. */
export const defaultMinutes: Record<TaskType, number> = { call: 15, meet: 60, message: 5 };

type NewTaskArgs = Omit<TaskCreateArgs, 'source'> & Pick<Task, 'source'>;

/** Returns a new planned task, created at `args.at` and assigned to its author. */
export function newTask(
  { at, contact_id = null, direction = null, phone_used = null, ...args }: NewTaskArgs,
  { id, rev, user_id }: { id: string; rev: number; user_id: string },
): Task {
  return {
    ...args,
    contact_id,
    direction,
    phone_used,
    id,
    rev,
    assignee_id: user_id,
    author_id: user_id,
    state: 'planned',
    slices: [],
    result: null,
    result_note: '',
    cancel_reason: '',
    follow_up_task_id: null,
    overlap: false,
    closed_at: null,
    created_at: at,
    updated_at: at,
  };
}

const ms = (instant: string) => Date.parse(instant);

/** Returns the next state, or null for a no-op. Throws `task_state`. */
function nextState(task: Task, command: TaskCommand): TaskState | null {
  const result = transition(taskMachine, task.state, command);
  if (result.kind === 'invalid') throw new Refused('task_state', { state: task.state, command });
  return result.kind === 'transition' ? result.to : null;
}

/** The time at which a command was issued, and the clock offset of its device if known. */
export interface ClockReading {
  at: string;
  clock_offset_ms?: number | undefined;
}

/**
 * Whether the device clock jumped between the start and the end of a slice, or whether two devices with different
 * clocks recorded them.
 */
function hasClockJumped(slice: WorkSlice, { clock_offset_ms }: ClockReading): boolean {
  if (slice.clock_offset_ms === undefined || clock_offset_ms === undefined) return false;
  return Math.abs(clock_offset_ms - slice.clock_offset_ms) > CLOCK_JUMP_MS;
}

/**
 * Closes a slice. A slice that ends before it starts, is longer than 12 h, or contains a clock jump does not count
 * until it has been reviewed.
 */
function closeSlice(slice: WorkSlice, clock: ClockReading): WorkSlice {
  const { at } = clock;
  const length = ms(at) - ms(slice.from);
  const isDoubtful = length < 0 || length > MAX_SLICE_MS || hasClockJumped(slice, clock);
  return { ...slice, to: isDoubtful && length < 0 ? slice.from : at, needs_review: slice.needs_review || isDoubtful };
}

function closeSlices(task: Task, clock: ClockReading): WorkSlice[] {
  return task.slices.map((slice) => (slice.to === null ? closeSlice(slice, clock) : slice));
}

/** Starts a task by opening a slice. Throws `task_state`, or `too_many_slices` for more than 200 slices. */
export function startTask(task: Task, args: ClockReading & { slice_id: string; device_id: string }): Task {
  const state = nextState(task, 'start');
  if (state === null || task.slices.some((slice) => slice.id === args.slice_id)) return task;
  if (task.slices.length >= MAX_SLICES) throw new Refused('too_many_slices');
  const slice = {
    id: args.slice_id,
    from: args.at,
    to: null,
    device_id: args.device_id,
    estimated: false,
    needs_review: false,
    ...(args.clock_offset_ms !== undefined && { clock_offset_ms: args.clock_offset_ms }),
  };
  return { ...task, state, slices: [...task.slices, slice] };
}

/** Pauses a task by closing its open slice. Throws `task_state`. */
export function pauseTask(task: Task, args: ClockReading): Task {
  const state = nextState(task, 'pause');
  return state === null ? task : { ...task, state, slices: closeSlices(task, args) };
}

export interface FinishArgs extends ClockReading {
  result: TaskResult;
  result_note: string;
  /** Working time that is entered afterwards; required for a task that was never started. */
  worked?: { slice_id: string; from: string; to: string } | undefined;
  direction?: 'in' | 'out' | null | undefined;
  phone_used?: string | null | undefined;
  /** Id of the follow-up task that was created when this task was finished. */
  follow_up_task_id?: string | undefined;
  device_id: string;
}

/**
 * Completes a task. Throws `task_state`, `slice_invalid` if `worked` has invalid times or is missing although the task
 * was never started, and `result_not_for_type` for a result that does not exist for this type of task.
 */
export function finishTask(task: Task, args: FinishArgs): Task {
  const state = nextState(task, 'finish');
  if (state === null) return task;
  if (!(taskResults[task.type] as readonly string[]).includes(args.result)) {
    throw new Refused('result_not_for_type', { type: task.type, result: args.result });
  }
  if (task.state === 'planned' && task.slices.length === 0 && !args.worked)
    throw new Refused('slice_invalid', { worked: 'required' });
  const slices = closeSlices(task, args);
  if (args.worked) {
    const { slice_id, from, to: end } = args.worked;
    if (ms(end) < ms(from) || ms(end) - ms(from) > MAX_SLICE_MS)
      throw new Refused('slice_invalid', { worked: 'invalid' });
    slices.push({ id: slice_id, from, to: end, device_id: args.device_id, estimated: true, needs_review: false });
  }
  const { at, result, result_note, direction, phone_used, follow_up_task_id } = args;
  const next: Task = { ...task, state, slices, result, result_note, closed_at: at };
  if (direction !== undefined) next.direction = direction;
  if (phone_used !== undefined) next.phone_used = phone_used;
  if (follow_up_task_id !== undefined) next.follow_up_task_id = follow_up_task_id;
  return next;
}

/**
 * Moves a planned or paused task to another time, keeping its duration unless `end_at` is given. Throws `task_state`,
 * `start_in_past` and the errors of checkTimes.
 */
export function rescheduleTask(task: Task, args: { at: string; start_at: string; end_at?: string | undefined }): Task {
  const state = nextState(task, 'reschedule');
  if (state === null) return task;
  if (ms(args.start_at) < ms(args.at) - RESCHEDULE_GRACE_MS)
    throw new Refused('start_in_past', { start_at: 'start_in_past' });
  const length = ms(task.end_at) - ms(task.start_at);
  const end_at = args.end_at ?? new Date(ms(args.start_at) + length).toISOString();
  checkTimes({ start_at: args.start_at, end_at }, args.at);
  return { ...task, state, start_at: args.start_at, end_at };
}

/** Cancels a task with a reason. Throws `task_state`. */
export function cancelTask(task: Task, args: ClockReading & { reason: string }): Task {
  const state = nextState(task, 'cancel');
  if (state === null) return task;
  return { ...task, state, slices: closeSlices(task, args), cancel_reason: args.reason, closed_at: args.at };
}

/**
 * Reopens a closed task. Throws `task_state`, and `reopen_too_late` after 24 h for its author and after 30 days for a
 * manager.
 */
export function reopenTask(task: Task, args: { at: string; by_manager: boolean }): Task {
  const state = nextState(task, 'reopen');
  if (state === null) return task;
  const limit = args.by_manager ? REOPEN_MANAGER_MS : REOPEN_AUTHOR_MS;
  if (task.closed_at !== null && ms(args.at) - ms(task.closed_at) > limit) throw new Refused('reopen_too_late');
  return { ...task, state, result: null, closed_at: null, cancel_reason: '' };
}

/**
 * Checks that a task starts between 1 year before and 2 years after `at` and is at most 24 h long. Throws
 * `start_out_of_range`, `end_before_start` and `task_too_long`.
 */
export function checkTimes(times: { start_at: string; end_at: string }, at: string): void {
  const start = ms(times.start_at);
  if (start < ms(at) - YEAR_MS || start > ms(at) + 2 * YEAR_MS) {
    throw new Refused('start_out_of_range', { start_at: 'start_out_of_range' });
  }
  const length = ms(times.end_at) - start;
  if (length < 0) throw new Refused('end_before_start', { end_at: 'end_before_start' });
  if (length > MAX_LENGTH_MS) throw new Refused('task_too_long', { end_at: 'task_too_long' });
}

/** Throws `task_state` if the task can no longer be edited. */
export function checkEditable(task: Task): void {
  nextState(task, 'edit');
}

/**
 * Checks the link of a task: a call or message needs one person or contact, a meeting may have none, and no task may
 * have both. Throws `linked_twice` and `linked_user_required`.
 */
export function checkLinked(task: {
  type: TaskType;
  linked_user_id: string | null;
  contact_id?: string | null | undefined;
}): void {
  const isContact = (task.contact_id ?? null) !== null;
  if (task.linked_user_id !== null && isContact) throw new Refused('linked_twice', { contact_id: 'linked_twice' });
  if (task.type !== 'meet' && task.linked_user_id === null && !isContact) {
    throw new Refused('linked_user_required', { linked_user_id: 'required' });
  }
}

/** Reassigns a task that is not running. Throws `task_state`. The caller must have checked the permission. */
export function reassignTask(task: Task, args: { assignee_id: string }): Task {
  nextState(task, 'reassign');
  return task.assignee_id === args.assignee_id ? task : { ...task, assignee_id: args.assignee_id };
}

export interface ConfirmArgs {
  slice_id: string;
  from: string;
  to: string;
}

/**
 * Confirms the times of a slice that needs review, so that it counts. Throws `slice_invalid` if the slice is unknown or
 * still open, or if the times are invalid.
 */
export function confirmSlice(task: Task, { slice_id, from, to }: ConfirmArgs): Task {
  nextState(task, 'confirm_slice');
  const slice = task.slices.find(({ id }) => id === slice_id);
  if (!slice || slice.to === null) throw new Refused('slice_invalid', { slice_id: 'invalid' });
  if (!slice.needs_review) return task;
  const length = ms(to) - ms(from);
  if (length < 0 || length > MAX_SLICE_MS) throw new Refused('slice_invalid', { worked: 'invalid' });
  const confirmedSlice: WorkSlice = {
    ...slice,
    from,
    to,
    needs_review: false,
    estimated: slice.estimated || slice.from !== from || slice.to !== to,
  };
  return { ...task, slices: task.slices.map((other) => (other.id === slice_id ? confirmedSlice : other)) };
}
