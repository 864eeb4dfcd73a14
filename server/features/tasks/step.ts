import type { Task } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { CLOCK_JUMP_MS, pauseTask, type ClockReading } from '../../../contract/states/task.ts';
import type { HandlerContext, WriteOutcome } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { logCommand, type LogLine } from './log-repository.ts';
import { newSpans, overlaps } from './overlap.ts';
import { lockTask, lockTouched, updateTask, type LockedTask } from './repository.ts';

/** A command on one task, as its handler describes it. */
export interface Command {
  id: string;
  name: string;
  /** The phone's claim, by which the guards and the slices go. */
  at: string;
  /** How far the phone knew its clock to be off. */
  clock_offset_ms?: number | undefined;
  corrected_at: string;
  /** The pure step of the contract. The same task back means that nothing changes. */
  step: (task: Task) => Task;
  /** Kept in the task's log. */
  detail?: (before: Task) => Record<string, unknown>;
}

interface Changed {
  locked: LockedTask;
  next: Task;
  command: string;
  detail: Record<string, unknown>;
}

/** Locks the task for a write. Throws `not_found` alike for a missing task and for somebody else's. */
export async function lockedTask(context: HandlerContext, id: string): Promise<LockedTask> {
  const locked = await lockTask(context, id);
  if (!locked) throw new Refused('not_found');
  return locked;
}

/** My other tasks that this step changes too: those it pauses, and those it now shares time with. */
async function others(context: HandlerContext, before: Task, next: Task, by: ClockReading): Promise<Changed[]> {
  const isStarting = next.state === 'in_progress';
  const spans = newSpans(before.slices, next.slices);
  if (!isStarting && spans.length === 0) return [];
  const touched = await lockTouched(context, before, spans, { running: isStarting });
  return touched.map((locked) => {
    const isRunning = isStarting && locked.task.state === 'in_progress';
    const paused = isRunning ? pauseTask(locked.task, by) : locked.task;
    const next_ = overlaps(paused.slices, spans) ? { ...paused, overlap: true } : paused;
    return { locked, next: next_, command: isRunning ? 'pause' : 'overlap', detail: { by: next.id } };
  });
}

/** Writes what changed with one rev, and tells it to the log. */
export async function saveChanged(
  context: HandlerContext,
  at: string,
  corrected_at: string,
  changed: readonly Changed[],
): Promise<number> {
  const { received_at } = context;
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
  return names.filter(
    (name) => name !== 'rev' && name !== 'updated_at' && JSON.stringify(before[name]) !== JSON.stringify(next[name]),
  );
}

/**
 * A step that comes before it can have happened was taken by a clock that jumped ahead since it was last compared: the
 * time it opens or closes is kept, and not counted until somebody says how long it was.
 */
function doubted(before: Task, next: Task, { at, clock_offset_ms }: ClockReading, received_at: string): Task {
  if (clock_offset_ms === undefined) return next;
  if (Date.parse(at) + clock_offset_ms <= Date.parse(received_at) + CLOCK_JUMP_MS) return next;
  const known = new Map(before.slices.map((slice) => [slice.id, slice.to]));
  const slices = next.slices.map((slice) =>
    known.get(slice.id) === slice.to || slice.estimated ? slice : { ...slice, needs_review: true },
  );
  return { ...next, slices };
}

/**
 * [Note: One running task] Runs a command on the locked row by the contract's own step. Starting pauses whatever else the
 * doer has running, in the same transaction and with the same rev; the phone queues that pause as well, and the second
 * one is a harmless repeat.
 */
export async function runCommand(context: HandlerContext, command: Command): Promise<WriteOutcome> {
  const { id, name, at, corrected_at, step, detail } = command;
  const { clock_offset_ms } = command;
  const locked = await lockedTask(context, id);
  const before = locked.task;
  const moved = withCurrentRow(before, step);
  const stepped = moved === before ? before : doubted(before, moved, command, context.received_at);
  if (stepped === before) return { row: before, rev: before.rev };
  const touched = await others(context, before, stepped, { at, clock_offset_ms });
  const shares = touched.some(({ next }) => overlaps(next.slices, newSpans(before.slices, stepped.slices)));
  const next = shares ? { ...stepped, overlap: true } : stepped;
  const own: Changed = { locked, next, command: name, detail: detail?.(before) ?? {} };
  const also = touched.filter(
    (other) => other.next !== other.locked.task && JSON.stringify(other.next) !== JSON.stringify(other.locked.task),
  );
  const rev = await saveChanged(context, at, corrected_at, [own, ...also]);
  return { row: { ...next, rev, updated_at: context.received_at }, rev };
}
