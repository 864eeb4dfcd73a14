import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Task, WorkSlice } from '../../contract/entities/task.ts';
import { Refused } from '../../contract/errors.ts';
import { transition } from '../../contract/states/machine.ts';
import {
  cancelTask,
  checkEditable,
  checkLinked,
  checkTimes,
  confirmSlice,
  finishTask,
  MAX_SLICES,
  pauseTask,
  reassignTask,
  reopenTask,
  rescheduleTask,
  startTask,
  taskMachine,
  type TaskCommand,
} from '../../contract/states/task.ts';
import { REOPEN_AUTHOR_MS, REOPEN_MANAGER_MS, workedSeconds } from '../../contract/states/task-time.ts';
import { allResults, taskResults, taskStates, taskTypes, type TaskState } from '../../contract/values.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const HOUR = 3_600_000;
const at = (ms = 0) => new Date(NOW + ms).toISOString();
const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

function slice(index: number, from: number, to: number | null, more: Partial<WorkSlice> = {}): WorkSlice {
  return {
    id: id(index),
    from: at(from),
    to: to === null ? null : at(to),
    device_id: id(0),
    estimated: false,
    needs_review: false,
    ...more,
  };
}

function taskIn(state: TaskState, more: Partial<Task> = {}): Task {
  const isClosed = state === 'completed' || state === 'cancelled';
  const slices = state === 'planned' ? [] : [slice(1, -HOUR, state === 'in_progress' ? null : -HOUR / 2)];
  return {
    id: id(99),
    rev: 7,
    type: 'meet',
    title: 'Meet',
    place: '',
    description: '',
    priority: 'normal',
    state,
    slices,
    start_at: at(HOUR),
    end_at: at(2 * HOUR),
    linked_user_id: null,
    contact_id: null,
    linked_name: null,
    direction: null,
    phone_used: null,
    assignee_id: id(98),
    author_id: id(98),
    result: state === 'completed' ? 'held' : null,
    result_note: '',
    cancel_reason: '',
    reminders: [],
    source: 'manual',
    follow_up_of: null,
    follow_up_task_id: null,
    overlap: false,
    closed_at: isClosed ? at(-HOUR / 2) : null,
    created_at: at(-2 * HOUR),
    updated_at: at(-HOUR),
    ...more,
  };
}

const run: Record<TaskCommand, (task: Task) => Task> = {
  edit: (task) => (checkEditable(task), task),
  start: (task) => startTask(task, { at: at(), slice_id: id(2), device_id: id(0) }),
  pause: (task) => pauseTask(task, { at: at() }),
  finish: (task) =>
    finishTask(task, {
      at: at(),
      result: 'held',
      result_note: '',
      device_id: id(0),
      worked: { slice_id: id(3), from: at(-HOUR), to: at() },
    }),
  reschedule: (task) => rescheduleTask(task, { at: at(), start_at: at(3 * HOUR) }),
  cancel: (task) => cancelTask(task, { at: at(), reason: 'ill' }),
  reopen: (task) => reopenTask(task, { at: at(), by_manager: false }),
  reassign: (task) => reassignTask(task, { assignee_id: id(97) }),
  confirm_slice: (task) => {
    const hasSlice = task.slices.some((known) => known.id === id(5));
    const slices = hasSlice ? task.slices : [...task.slices, slice(5, -HOUR, 0, { needs_review: true })];
    return confirmSlice({ ...task, slices }, { slice_id: id(5), from: at(-HOUR), to: at() });
  },
};

// Repeats the state table, so that a change must be made in both places deliberately.
const X = 'invalid';
const expected: Record<TaskCommand, Record<TaskState, TaskState | 'invalid' | 'noop'>> = {
  edit: { planned: 'planned', in_progress: 'in_progress', paused: 'paused', completed: X, cancelled: X },
  start: { planned: 'in_progress', in_progress: 'noop', paused: 'in_progress', completed: X, cancelled: X },
  pause: { planned: X, in_progress: 'paused', paused: 'noop', completed: X, cancelled: X },
  finish: { planned: 'completed', in_progress: 'completed', paused: 'completed', completed: 'noop', cancelled: X },
  reschedule: { planned: 'planned', in_progress: X, paused: 'planned', completed: X, cancelled: X },
  cancel: { planned: 'cancelled', in_progress: 'cancelled', paused: 'cancelled', completed: X, cancelled: 'noop' },
  reopen: { planned: 'noop', in_progress: X, paused: X, completed: 'planned', cancelled: 'planned' },
  reassign: { planned: 'planned', in_progress: X, paused: 'paused', completed: X, cancelled: X },
  confirm_slice: {
    planned: 'planned',
    in_progress: 'in_progress',
    paused: 'paused',
    completed: 'completed',
    cancelled: 'cancelled',
  },
};

const commands = Object.keys(expected) as TaskCommand[];
const cells = commands.flatMap((command) => taskStates.map((state) => [command, state] as const));

function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

describe('task state table', () => {
  it.each(cells)('the command %s on a task in state %s follows the state table', (command, state) => {
    const target = expected[command][state];
    const result = transition(taskMachine, state, command);
    expect(result).toEqual(
      target === X ? { kind: X } : target === 'noop' ? { kind: 'noop' } : { kind: 'transition', to: target },
    );
    const task = taskIn(state);
    if (target === X) expect(codeOf(() => run[command](task))).toBe('task_state');
    else if (target === 'noop') expect(run[command](task)).toBe(task);
    else expect(run[command](task).state).toBe(target);
  });

  it.each(cells)(
    'the command %s on a task in state %s does not mutate the task and is idempotent',
    (command, state) => {
      const task = taskIn(state);
      const before = structuredClone(task);
      if (codeOf(() => run[command](task)) === null) {
        const after = run[command](task);
        if (command !== 'edit' && command !== 'reschedule') expect(run[command](after)).toEqual(after);
      }
      expect(task).toEqual(before);
    },
  );

  it('after any sequence of commands, a task has at most one open time slice, and a closed task has none', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...commands), { maxLength: 20 }), (order) => {
        let task = taskIn('planned');
        let index = 10;
        for (const command of order) {
          index += 1;
          const own = { at: at(index * 1000), slice_id: id(index), device_id: id(0) };
          try {
            task = command === 'start' ? startTask(task, own) : run[command](task);
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
          const openSlices = task.slices.filter(({ to }) => to === null).length;
          expect(openSlices).toBe(task.state === 'in_progress' ? 1 : 0);
          expect(task.closed_at !== null).toBe(task.state === 'completed' || task.state === 'cancelled');
          expect(task.result !== null).toBe(task.state === 'completed');
        }
      }),
    );
  });
});

describe('rules for the commands of a task', () => {
  it('a task can be finished only with a result that belongs to its type', () => {
    for (const type of taskTypes) {
      for (const result of allResults) {
        const task = taskIn('in_progress', { type });
        const code = codeOf(() => finishTask(task, { at: at(), result, result_note: '', device_id: id(0) }));
        expect(code).toBe((taskResults[type] as readonly string[]).includes(result) ? null : 'result_not_for_type');
      }
    }
  });

  it('finishing a task that was never started requires worked times of at most 12 hours', () => {
    const finish = (worked?: { slice_id: string; from: string; to: string }) =>
      codeOf(() =>
        finishTask(taskIn('planned'), { at: at(), result: 'held', result_note: '', device_id: id(0), worked }),
      );
    expect(finish()).toBe('slice_invalid');
    expect(finish({ slice_id: id(3), from: at(), to: at(-1) })).toBe('slice_invalid');
    expect(finish({ slice_id: id(3), from: at(-12 * HOUR - 1), to: at() })).toBe('slice_invalid');
    expect(finish({ slice_id: id(3), from: at(-12 * HOUR), to: at() })).toBeNull();
  });

  it('a time slice that is too long or runs backward is kept but not counted', () => {
    const tooLong = pauseTask(taskIn('in_progress', { slices: [slice(1, -12 * HOUR - 1, null)] }), { at: at() });
    expect(tooLong.slices[0]).toMatchObject({ to: at(), needs_review: true });
    const backward = pauseTask(taskIn('in_progress', { slices: [slice(1, 1000, null)] }), { at: at() });
    expect(backward.slices[0]).toMatchObject({ to: at(1000), needs_review: true });
    expect(workedSeconds([...tooLong.slices, ...backward.slices], at())).toBe(0);
  });

  it('a time slice becomes doubtful if the clock offset changed by more than a minute while the slice was open', () => {
    const isDoubtful = (offset: number | undefined, before: number | undefined = 0) => {
      const open = slice(1, -HOUR, null, before === undefined ? {} : { clock_offset_ms: before });
      const by = { at: at(), ...(offset !== undefined && { clock_offset_ms: offset }) };
      return pauseTask(taskIn('in_progress', { slices: [open] }), by).slices[0]?.needs_review;
    };
    expect(isDoubtful(60_000)).toBe(false);
    expect(isDoubtful(60_001)).toBe(true);
    expect(isDoubtful(-24 * HOUR)).toBe(true);
    expect(isDoubtful(-24 * HOUR, -24 * HOUR)).toBe(false);
    expect(isDoubtful(undefined)).toBe(false);
  });

  it('counts a doubtful time slice as soon as its duration is confirmed', () => {
    const doubtful = slice(1, -30 * HOUR, 0, { needs_review: true });
    const task = taskIn('completed', { slices: [doubtful, slice(2, -3 * HOUR, -2 * HOUR)] });
    const confirm = (from: number, to: number, slice_id = id(1)) =>
      confirmSlice(task, { slice_id, from: at(from), to: at(to) });
    expect(workedSeconds(task.slices, at())).toBe(3600);
    const confirmed = confirm(-HOUR, 0);
    expect(confirmed.slices[0]).toEqual({ ...doubtful, from: at(-HOUR), needs_review: false, estimated: true });
    expect(workedSeconds(confirmed.slices, at())).toBe(7200);
    expect(confirm(0, 0).slices[0]).toMatchObject({ from: at(), to: at() });
    expect(confirm(-HOUR, 0, id(2))).toBe(task);
    expect(codeOf(() => confirm(-HOUR, 0, id(7)))).toBe('slice_invalid');
    expect(codeOf(() => confirm(-30 * HOUR, 0))).toBe('slice_invalid');
    expect(codeOf(() => confirm(0, -1))).toBe('slice_invalid');
  });

  it('calls and messages require a person or contact, meetings require neither, and no task may have both', () => {
    const linked = (type: 'call' | 'meet' | 'message', linked_user_id: string | null, contact_id: string | null) =>
      codeOf(() => checkLinked({ type, linked_user_id, contact_id }));
    for (const type of ['call', 'message'] as const) {
      expect(linked(type, null, null)).toBe('linked_user_required');
      expect(linked(type, id(1), null)).toBeNull();
      expect(linked(type, null, id(1))).toBeNull();
    }
    expect(linked('meet', null, null)).toBeNull();
    expect(linked('meet', id(1), id(2))).toBe('linked_twice');
  });

  it('limits a task to 200 time slices', () => {
    const slices = Array.from({ length: MAX_SLICES }, (_, index) => slice(index + 10, index, index + 1));
    expect(codeOf(() => run.start(taskIn('paused', { slices })))).toBe('too_many_slices');
    expect(codeOf(() => run.start(taskIn('paused', { slices: slices.slice(1) })))).toBeNull();
  });

  it('a task can be rescheduled to at most five minutes ago, and keeps its duration', () => {
    const move = (ms: number) => codeOf(() => rescheduleTask(taskIn('planned'), { at: at(), start_at: at(ms) }));
    expect(move(-5 * 60_000)).toBeNull();
    expect(move(-5 * 60_000 - 1)).toBe('start_in_past');
    expect(move(3 * 365 * 24 * HOUR)).toBe('start_out_of_range');
    expect(rescheduleTask(taskIn('planned'), { at: at(), start_at: at(5 * HOUR) }).end_at).toBe(at(6 * HOUR));
  });

  it('a task may start from a year ago to two years ahead, and may last at most a day', () => {
    const check = (start: number, end: number) =>
      codeOf(() => checkTimes({ start_at: at(start), end_at: at(end) }, at()));
    const YEAR = 365 * 24 * HOUR;
    expect(check(-YEAR, -YEAR + HOUR)).toBeNull();
    expect(check(-YEAR - 1, -YEAR)).toBe('start_out_of_range');
    expect(check(2 * YEAR, 2 * YEAR)).toBeNull();
    expect(check(2 * YEAR + 1, 2 * YEAR + 1)).toBe('start_out_of_range');
    expect(check(0, 24 * HOUR)).toBeNull();
    expect(check(0, 24 * HOUR + 1)).toBe('task_too_long');
    expect(check(0, -1)).toBe('end_before_start');
  });

  it('allows a task to be reopened within a day, and by a manager within 30 days', () => {
    const reopen = (after: number, by_manager: boolean) =>
      codeOf(() => reopenTask(taskIn('completed', { closed_at: at() }), { at: at(after), by_manager }));
    expect(reopen(REOPEN_AUTHOR_MS, false)).toBeNull();
    expect(reopen(REOPEN_AUTHOR_MS + 1, false)).toBe('reopen_too_late');
    expect(reopen(REOPEN_MANAGER_MS, true)).toBeNull();
    expect(reopen(REOPEN_MANAGER_MS + 1, true)).toBe('reopen_too_late');
  });
});
