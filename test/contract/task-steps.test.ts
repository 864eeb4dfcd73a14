import { describe, expect, it } from 'vitest';
import type { Task, WorkSlice } from '../../contract/entities/task.ts';
import { Refused } from '../../contract/errors.ts';
import {
  cancelTask,
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
} from '../../contract/states/task.ts';
import { REOPEN_AUTHOR_MS, REOPEN_MANAGER_MS, workedSeconds } from '../../contract/states/task-time.ts';
import type { TaskState } from '../../contract/values.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const HOUR = 3_600_000;
const at = (ms = 0) => new Date(NOW + ms).toISOString();
const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

const slice = (index: number, from: number, to: number | null, change: Partial<WorkSlice> = {}): WorkSlice => ({
  ...{ id: id(index), from: at(from), to: to === null ? null : at(to), device_id: id(90) },
  ...{ estimated: false, needs_review: false },
  ...change,
});

function taskIn(state: TaskState, change: Partial<Task> = {}): Task {
  return {
    ...{ id: id(99), rev: 7, type: 'call', title: 'Call', place: '', description: '', priority: 'normal', state },
    ...{ start_at: at(HOUR), end_at: at(2 * HOUR), linked_user_id: null, contact_id: null, linked_name: null },
    ...{ direction: null, phone_used: null, assignee_id: id(98), author_id: id(97), slices: [], result: null },
    ...{ result_note: '', cancel_reason: '', reminders: [], source: 'manual', follow_up_of: null },
    ...{ follow_up_task_id: null, overlap: false, closed_at: null, created_at: at(-HOUR), updated_at: at(-HOUR) },
    ...change,
  };
}

function refusalOf(work: () => unknown): Pick<Refused, 'code' | 'fields'> | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, fields: error.fields };
    throw error;
  }
}

describe('a started task', () => {
  const start = { at: at(), slice_id: id(5), device_id: id(90) };

  it('starting a task opens a time slice of this device, which is not doubtful', () => {
    const before = slice(1, -2 * HOUR, -HOUR);
    const task = taskIn('paused', { slices: [before] });
    expect(startTask(task, start)).toEqual({ ...task, state: 'in_progress', slices: [before, slice(5, 0, null)] });
  });

  it('starting a task stores the clock offset if the offset is known', () => {
    const [known] = startTask(taskIn('planned'), { ...start, clock_offset_ms: 0 }).slices;
    expect(known).toEqual(slice(5, 0, null, { clock_offset_ms: 0 }));
    const [unknown] = startTask(taskIn('planned'), start).slices;
    expect(unknown).not.toHaveProperty('clock_offset_ms');
  });

  it('starting a task twice with the same time slice changes nothing', () => {
    const task = taskIn('paused', { slices: [slice(4, -3 * HOUR, -2 * HOUR), slice(5, -2 * HOUR, -HOUR)] });
    expect(startTask(task, start)).toBe(task);
  });

  it('the error of a task that cannot be started names the state and the command', () => {
    const refusal = { code: 'task_state', fields: { state: 'completed', command: 'start' } };
    expect(refusalOf(() => startTask(taskIn('completed'), start))).toEqual(refusal);
  });

  it('the maximum number of time slices of a task is 200', () => expect(MAX_SLICES).toBe(200));
});

describe('a paused task', () => {
  it('pausing a task closes its open time slice and leaves closed ones unchanged', () => {
    const closed = slice(1, -20 * HOUR, -19 * HOUR, { needs_review: true });
    const task = taskIn('in_progress', { slices: [closed, slice(2, -HOUR, null)] });
    expect(pauseTask(task, { at: at() })).toEqual({ ...task, state: 'paused', slices: [closed, slice(2, -HOUR, 0)] });
  });

  it.each([
    ['paused at once', 0, 0, false],
    ['paused after a millisecond', -1, 0, false],
    ['paused after twelve hours', -12 * HOUR, 0, false],
    ['paused after more than twelve hours', -12 * HOUR - 1, 0, true],
    ['paused before it began', 1, 1, true],
  ])('a time slice that is %s (from %i to %i ms) is doubtful: %s', (_, from, to, needs_review) => {
    const task = taskIn('in_progress', { slices: [slice(1, from, null)] });
    expect(pauseTask(task, { at: at() }).slices).toEqual([slice(1, from, to, { needs_review })]);
  });

  it.each([
    [undefined, undefined, false],
    [undefined, 7 * HOUR, false],
    [7 * HOUR, undefined, false],
    [0, 60_000, false],
    [0, 60_001, true],
    [60_001, 0, true],
  ])(
    'a time slice during which the clock offset changed from %s to %s ms is doubtful: %s',
    (before, after, needs_review) => {
      const open = slice(1, -HOUR, null, before === undefined ? {} : { clock_offset_ms: before });
      const by = { at: at(), ...(after !== undefined && { clock_offset_ms: after }) };
      expect(pauseTask(taskIn('in_progress', { slices: [open] }), by).slices[0]?.needs_review).toBe(needs_review);
    },
  );

  it('a doubtful time slice stays doubtful when its task is paused', () => {
    const task = taskIn('in_progress', { slices: [slice(1, -HOUR, null, { needs_review: true })] });
    expect(pauseTask(task, { at: at() }).slices[0]?.needs_review).toBe(true);
  });
});

describe('a finished task', () => {
  const finish = { at: at(), result: 'reached', result_note: 'Will come', device_id: id(90) } as const;

  it('finishing a task stores its result, note and time, and closes the open time slice', () => {
    const task = taskIn('in_progress', { slices: [slice(1, -HOUR, null)] });
    const closed = { state: 'completed', slices: [slice(1, -HOUR, 0)], result: 'reached', result_note: 'Will come' };
    expect(finishTask(task, finish)).toEqual({ ...task, ...closed, closed_at: at() });
  });

  it('times entered for a finished task become an estimated time slice that counts', () => {
    const workedInterval = { slice_id: id(6), from: at(-HOUR), to: at() };
    const { slices } = finishTask(taskIn('planned'), { ...finish, worked: workedInterval });
    expect(slices).toEqual([slice(6, -HOUR, 0, { estimated: true })]);
    expect(workedSeconds(slices, at())).toBe(3600);
  });

  it('an interval entered for a finished task may have a length of zero, but must not run backward', () => {
    const finishWith = (from: number) => () =>
      finishTask(taskIn('planned'), { ...finish, worked: { slice_id: id(6), from: at(from), to: at() } });
    expect(finishWith(0)().slices).toHaveLength(1);
    expect(refusalOf(finishWith(1))).toEqual({ code: 'slice_invalid', fields: { worked: 'invalid' } });
  });

  it('finishing requires entered times only for a task that was never started', () => {
    const required = { code: 'slice_invalid', fields: { worked: 'required' } };
    expect(refusalOf(() => finishTask(taskIn('planned'), finish))).toEqual(required);
    expect(refusalOf(() => finishTask(taskIn('planned', { slices: [slice(1, -HOUR, 0)] }), finish))).toBeNull();
    expect(refusalOf(() => finishTask(taskIn('paused'), finish))).toBeNull();
  });

  it('finishing a task stores direction, phone number and follow-up if given', () => {
    const task = taskIn('paused', { direction: 'out', phone_used: '+491511234567' });
    const optionalFields = { direction: 'in', phone_used: '+491517654321', follow_up_task_id: id(7) } as const;
    expect(finishTask(task, { ...finish, ...optionalFields })).toMatchObject(optionalFields);
    expect(finishTask(task, finish)).toMatchObject({ direction: 'out', phone_used: '+491511234567' });
    expect(finishTask(task, { ...finish, direction: null, phone_used: null })).toMatchObject({
      ...{ direction: null, phone_used: null, follow_up_task_id: null },
    });
  });

  it('refuses to finish a task with a result of another task type, and reports both types', () => {
    const refusal = { code: 'result_not_for_type', fields: { type: 'call', result: 'held' } };
    expect(refusalOf(() => finishTask(taskIn('paused'), { ...finish, result: 'held' }))).toEqual(refusal);
  });
});

describe('a rescheduled task', () => {
  const move = (start: number, end?: number, state: TaskState = 'paused') =>
    rescheduleTask(taskIn(state), { at: at(), start_at: at(start), ...(end !== undefined && { end_at: at(end) }) });

  it('a rescheduled task has its new start and keeps its duration unless a new end is given', () => {
    expect(move(5 * HOUR)).toEqual(taskIn('planned', { start_at: at(5 * HOUR), end_at: at(6 * HOUR) }));
    expect(move(5 * HOUR, 8 * HOUR)).toEqual(taskIn('planned', { start_at: at(5 * HOUR), end_at: at(8 * HOUR) }));
  });

  it('the error of a task that cannot be rescheduled names the invalid field', () => {
    const past = { code: 'start_in_past', fields: { start_at: 'start_in_past' } };
    expect(refusalOf(() => move(-5 * 60_000 - 1))).toEqual(past);
    expect(refusalOf(() => move(HOUR, 0))).toEqual({
      code: 'end_before_start',
      fields: { end_at: 'end_before_start' },
    });
    const outOfRange = { code: 'start_out_of_range', fields: { start_at: 'start_out_of_range' } };
    expect(refusalOf(() => move(3 * 365 * 24 * HOUR))).toEqual(outOfRange);
  });

  it('a task may last from zero minutes to a day', () => {
    const times = (length: number) => () => checkTimes({ start_at: at(), end_at: at(length) }, at());
    for (const length of [0, 24 * HOUR]) expect(refusalOf(times(length))).toBeNull();
    expect(refusalOf(times(-1))?.code).toBe('end_before_start');
    expect(refusalOf(times(24 * HOUR + 1))).toMatchObject({
      code: 'task_too_long',
      fields: { end_at: 'task_too_long' },
    });
  });
});

describe('a cancelled task', () => {
  it('cancelling a task stores a reason and a time, and closes the open time slice', () => {
    const task = taskIn('in_progress', { slices: [slice(1, -HOUR, null)] });
    const cancelled = { state: 'cancelled', slices: [slice(1, -HOUR, 0)], cancel_reason: 'Ill', closed_at: at() };
    expect(cancelTask(task, { at: at(), reason: 'Ill' })).toEqual({ ...task, ...cancelled });
  });
});

describe('a reopened task', () => {
  it('a reopened task is planned again and has no result, reason or end', () => {
    const closed = { result: 'reached', cancel_reason: 'Ill', closed_at: at(-HOUR) } as const;
    expect(reopenTask(taskIn('completed', closed), { at: at(), by_manager: false })).toEqual(taskIn('planned'));
  });

  it('a task can be reopened within a day, and by a manager within 30 days', () => {
    expect([REOPEN_AUTHOR_MS, REOPEN_MANAGER_MS]).toEqual([86_400_000, 2_592_000_000]);
    const reopen = (by_manager: boolean, ms: number) =>
      refusalOf(() => reopenTask(taskIn('cancelled', { closed_at: at(-ms) }), { at: at(), by_manager }))?.code;
    expect(reopen(false, 24 * HOUR)).toBeUndefined();
    expect(reopen(false, 24 * HOUR + 1)).toBe('reopen_too_late');
    expect(reopen(true, 30 * 24 * HOUR)).toBeUndefined();
    expect(reopen(true, 30 * 24 * HOUR + 1)).toBe('reopen_too_late');
  });

  it('a closed task whose closing time is unknown can always be reopened', () => {
    const task = taskIn('completed', { closed_at: null });
    expect(reopenTask(task, { at: '2096-01-01T00:00:00.000Z', by_manager: false }).state).toBe('planned');
  });
});

describe('a reassigned task', () => {
  it('reassigning a task changes its assignee, and reassigning it to the same assignee changes nothing', () => {
    const task = taskIn('planned');
    expect(reassignTask(task, { assignee_id: id(50) })).toEqual({ ...task, assignee_id: id(50) });
    expect(reassignTask(task, { assignee_id: id(98) })).toBe(task);
  });
});

describe('a confirmed time slice', () => {
  const doubtful = slice(1, -30 * HOUR, 0, { needs_review: true });
  const other = slice(2, -3 * HOUR, -2 * HOUR);
  const confirm = (from: number, to: number, change: Partial<WorkSlice> = {}, slice_id = id(1)) =>
    confirmSlice(taskIn('paused', { slices: [{ ...doubtful, ...change }, other] }), {
      ...{ slice_id, from: at(from), to: at(to) },
    }).slices;

  it('confirming a time slice sets its times, counts it and leaves other slices unchanged', () => {
    expect(confirm(-2 * HOUR, -HOUR)).toEqual([slice(1, -2 * HOUR, -HOUR, { estimated: true }), other]);
  });

  it('a confirmed time slice is an estimate if confirming changed its times, or if it was already an estimate', () => {
    const times = { from: at(-5 * HOUR), to: at() };
    expect(confirm(-5 * HOUR, 0, times)[0]?.estimated).toBe(false);
    expect(confirm(-4 * HOUR, 0, times)[0]?.estimated).toBe(true);
    expect(confirm(-5 * HOUR, -1, times)[0]?.estimated).toBe(true);
    expect(confirm(-5 * HOUR, 0, { ...times, estimated: true })[0]?.estimated).toBe(true);
  });

  it('a confirmed time slice lasts at most twelve hours and does not run backward', () => {
    const invalid = { code: 'slice_invalid', fields: { worked: 'invalid' } };
    expect(confirm(0, 0)[0]?.needs_review).toBe(false);
    expect(confirm(-12 * HOUR, 0)[0]?.needs_review).toBe(false);
    expect(refusalOf(() => confirm(1, 0))).toEqual(invalid);
    expect(refusalOf(() => confirm(-12 * HOUR - 1, 0))).toEqual(invalid);
  });

  it('only a closed time slice of the task can be confirmed', () => {
    const invalid = { code: 'slice_invalid', fields: { slice_id: 'invalid' } };
    expect(refusalOf(() => confirm(-HOUR, 0, {}, id(7)))).toEqual(invalid);
    expect(refusalOf(() => confirm(-HOUR, 0, { to: null }))).toEqual(invalid);
  });
});

describe('the person or contact of a task', () => {
  it('names the invalid field of a call that is linked to no one or to two records', () => {
    const check = (linked_user_id: string | null, contact_id?: string | null) =>
      refusalOf(() => checkLinked({ type: 'call', linked_user_id, contact_id }));
    expect(check(id(1), id(2))).toEqual({ code: 'linked_twice', fields: { contact_id: 'linked_twice' } });
    const required = { code: 'linked_user_required', fields: { linked_user_id: 'required' } };
    expect(check(null, null)).toEqual(required);
    expect(check(null)).toEqual(required);
    expect(check(null, id(2))).toBeNull();
    expect(check(id(1))).toBeNull();
  });
});
