import type { Task, WorkSlice } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { CLOCK_JUMP_MS, pauseTask, type ClockReading } from '../../../contract/states/task.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteOutcome } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { logCommand, type LogLine } from './log-repository.ts';
import { lockTask, lockOverlapping, updateTask, type LockedTask } from './repository.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

interface Span {
  from: string;
  to: string;
}

const ms = (instant: string) => Date.parse(instant);

/** Returns the intervals of counted work that a command added or ended. */
function newSpans(before: readonly WorkSlice[], after: readonly WorkSlice[]): Span[] {
  const endsById = new Map(before.map((slice) => [slice.id, slice.to]));
  return after.flatMap(({ id, from, to, needs_review }) =>
    to !== null && !needs_review && ms(to) > ms(from) && endsById.get(id) !== to ? [{ from, to }] : [],
  );
}

/** Returns whether counted work of the slices overlaps one of the spans. A running slice has no end. */
function overlaps(slices: readonly WorkSlice[], spans: readonly Span[]): boolean {
  return slices.some(
    (slice) =>
      !slice.needs_review &&
      spans.some((span) => ms(slice.from) < ms(span.to) && (slice.to === null || ms(slice.to) > ms(span.from))),
  );
}

/** A command on one task, as described by its write handler. */
export interface Command {
  id: string;
  name: string;
  /** The time given by the device, used for checks and for work slices. */
  at: string;
  /** The offset of the device's clock, if it is known. */
  clock_offset_ms?: number | undefined;
  corrected_at: string;
  /** The pure function of the contract that applies the command. It returns its argument if nothing changes. */
  step: (task: Task) => Task;
  /** Returns details to store in the task log. */
  detail?: (before: Task) => Record<string, unknown>;
}

interface ChangedTask {
  locked: LockedTask;
  next: Task;
  command: string;
  detail: Record<string, unknown>;
}

/** Locks the task for a write. Throws `not_found` both for a missing task and for a task hidden from the caller. */
export async function lockTaskOrThrow(context: HandlerContext, id: string): Promise<LockedTask> {
  const locked = await lockTask(context, id);
  if (!locked) throw new Refused('not_found');
  return locked;
}

/**
 * Returns the assignee's other tasks that a command changes: the running task, which is paused, and the tasks with
 * overlapping work.
 */
async function otherChangedTasks(
  context: HandlerContext,
  before: Task,
  next: Task,
  by: ClockReading,
): Promise<ChangedTask[]> {
  const isStarting = next.state === 'in_progress';
  const spans = newSpans(before.slices, next.slices);
  if (!isStarting && spans.length === 0) return [];
  const otherTasks = await lockOverlapping(context, before, spans, { running: isStarting });
  return otherTasks.map((locked) => {
    const isRunning = isStarting && locked.task.state === 'in_progress';
    const { task } = locked;
    const paused = isRunning ? markDoubtfulSlices(task, pauseTask(task, by), by, context.received_at) : task;
    const marked = overlaps(paused.slices, spans) ? { ...paused, overlap: true } : paused;
    return { locked, next: marked, command: isRunning ? 'pause' : 'overlap', detail: { by: next.id } };
  });
}

/** Writes all changes with the same revision and adds them to the task log. */
export async function saveChangedTasks(
  context: HandlerContext,
  at: string,
  corrected_at: string,
  changed: readonly ChangedTask[],
): Promise<number> {
  const { received_at } = context;
  await countDailyWrite(context, 'task_changes');
  const rev = await context.nextRev();
  const lines: LogLine[] = [];
  for (const { locked, next, command, detail } of changed) {
    const fields = changedFields(locked.task, next);
    const field_revs = { ...locked.field_revs, ...Object.fromEntries(fields.map((field) => [field, rev])) };
    await updateTask(context, { ...next, rev, updated_at: received_at }, field_revs);
    lines.push({ task_id: next.id, command, claimed_at: at, corrected_at, received_at, detail: { ...detail, fields } });
  }
  await logCommand(context, lines);
  context.poke([...new Set(changed.map(({ next }) => next.assignee_id))]);
  return rev;
}

function changedFields(before: Task, next: Task): string[] {
  const names = Object.keys(next) as (keyof Task)[];
  return names.filter((name) => name !== 'rev' && name !== 'updated_at' && !jsonEqual(before[name], next[name]));
}

/**
 * Marks new work that ends clearly after the time of receipt as doubtful: it is stored but not counted until it is
 * confirmed. Either the device's clock has jumped ahead since the last comparison, or the work was entered in advance.
 * A clock that was never compared is assumed to be right.
 */
function markDoubtfulSlices(
  before: Task,
  next: Task,
  { clock_offset_ms = 0 }: Partial<ClockReading>,
  received_at: string,
): Task {
  const latest = Date.parse(received_at) + CLOCK_JUMP_MS - clock_offset_ms;
  const slicesById = new Map(before.slices.map((slice) => [slice.id, slice]));
  const slices = next.slices.map((slice) => {
    const isChanged = !jsonEqual(slicesById.get(slice.id), slice);
    return isChanged && ms(slice.to ?? slice.from) > latest ? { ...slice, needs_review: true } : slice;
  });
  return { ...next, slices };
}

/**
 * [Note: One running task] Applies a command to the locked task with a pure function of the contract. Starting a task
 * pauses the assignee's running task in the same transaction and with the same revision. The device also queues this
 * pause as a separate write, which then has no effect.
 */
export async function runCommand(context: HandlerContext, command: Command): Promise<WriteOutcome> {
  const { id, name, at, corrected_at, step, detail } = command;
  const { clock_offset_ms } = command;
  const locked = await lockTaskOrThrow(context, id);
  const before = locked.task;
  const result = withCurrentRow(before, step);
  const stepped = result === before ? before : markDoubtfulSlices(before, result, command, context.received_at);
  if (stepped === before) return { row: before, rev: before.rev };
  const otherTasks = await otherChangedTasks(context, before, stepped, { at, clock_offset_ms });
  const hasOverlap = otherTasks.some(({ next }) => overlaps(next.slices, newSpans(before.slices, stepped.slices)));
  const next = hasOverlap ? { ...stepped, overlap: true } : stepped;
  const own: ChangedTask = { locked, next, command: name, detail: detail?.(before) ?? {} };
  const changedOthers = otherTasks.filter(
    (other) => other.next !== other.locked.task && !jsonEqual(other.next, other.locked.task),
  );
  const rev = await saveChangedTasks(context, at, corrected_at, [own, ...changedOthers]);
  return { row: { ...next, rev, updated_at: context.received_at }, rev };
}
