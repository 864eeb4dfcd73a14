import type { TaskCreateArgs, TaskEditArgs } from '../../../contract/entities/task-args.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { TaskResult } from '../../../contract/values.ts';
import { checkLinked, checkTimes } from '../../../contract/states/task.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import { isUndoable } from '../../db/outbox/entry.ts';
import { depsOfLinked } from '../../db/outbox/person-deps.ts';
import type { Store } from '../../db/schema/store.ts';
import { savedSyncStatus } from '../../db/queries/status.ts';
import { iso } from '../../lib/ports.ts';
import { runningTasks } from './queries.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

const at = (store: Store): string => iso(store.now());

/**
 * Returns the current time and the known offset of this device's clock. If the offset changes while a task runs, the
 * worked time needs a confirmation.
 */
async function clockReading(store: Store): Promise<{ at: string; clock_offset_ms: number }> {
  const { clock_offset_ms } = await savedSyncStatus(store.db);
  return { at: at(store), clock_offset_ms: Math.round(clock_offset_ms) };
}

/** The fields of a task that the form can edit. */
export type TaskFields = Omit<TaskCreateArgs, 'at' | 'source' | 'follow_up_of' | 'direction' | 'phone_used'>;

/**
 * Starts or resumes a task. An employee can have only one running task, so a task that is already running is paused
 * first, and the start depends on that write.
 */
export async function startTask(store: Store, task: Task): Promise<void> {
  const running = await runningTasks(store.db);
  const others = running.filter((other) => other.id !== task.id && other.assignee_id === store.actor.user_id);
  const now = await clockReading(store);
  await store.writeAll([
    ...others.map((other): Draft => ({ kind: 'task.pause', id: other.id, args: now, title: other.title })),
    {
      kind: 'task.start',
      id: task.id,
      args: { slice_id: store.newId(), ...now },
      title: task.title,
      deps: others.map((_, index) => `#${index}`),
    },
  ]);
}

export async function pauseTask(store: Store, task: Task): Promise<void> {
  await store.write({ kind: 'task.pause', id: task.id, args: await clockReading(store), title: task.title });
}

export interface TaskCompletion {
  result: TaskResult;
  result_note: string;
  /** The start and end of the work; only for a task that was never started. */
  worked?: { from: string; to: string } | undefined;
  follow_up?: { start_at: string } | undefined;
  /** The direction of a call and the number that was used; only for a call. */
  direction?: 'in' | 'out' | undefined;
  phone_used?: string | undefined;
}

/** Completes a task and, if requested, creates a follow-up task, which is sent only after the completion. */
export async function finishTask(
  store: Store,
  task: Task,
  { result, result_note, worked, follow_up, direction, phone_used }: TaskCompletion,
): Promise<string> {
  const by = await clockReading(store);
  const now = by.at;
  const follow_up_task_id = store.newId();
  const finish: Draft = {
    kind: 'task.finish',
    id: task.id,
    args: {
      ...by,
      result,
      result_note,
      ...(worked && { worked: { slice_id: store.newId(), ...worked } }),
      ...(direction && { direction }),
      ...(phone_used && { phone_used }),
      ...(follow_up && { follow_up_task_id }),
    },
    title: task.title,
  };
  const next = follow_up && followUp(task, follow_up.start_at, now);
  if (next) checkTimes(next, now);
  const drafts = next
    ? [finish, { kind: 'task.create', id: follow_up_task_id, args: next, title: next.title, deps: ['#0'] } as const]
    : [finish];
  return (await store.writeAll(drafts))[0]!;
}

function followUp(task: Task, start_at: string, now: string): TaskCreateArgs {
  const length = Date.parse(task.end_at) - Date.parse(task.start_at);
  return {
    type: task.type,
    title: task.title,
    place: task.place,
    description: '',
    start_at,
    end_at: iso(Date.parse(start_at) + length),
    priority: task.priority,
    linked_user_id: task.linked_user_id,
    contact_id: task.contact_id ?? null,
    linked_name: task.linked_name,
    reminders: [],
    follow_up_of: task.id,
    source: 'follow_up',
    at: now,
  };
}

/** Creates a task. Throws Refused or ZodError for invalid fields; the form shows these errors on the fields. */
export async function createTask(store: Store, fields: TaskFields): Promise<string> {
  const now = at(store);
  checkLinked(fields);
  checkTimes(fields, now);
  const deps = await depsOfLinked(store.db, { user_id: fields.linked_user_id, contact_id: fields.contact_id });
  return store.write({
    kind: 'task.create',
    id: store.newId(),
    args: { ...fields, follow_up_of: null, source: 'manual', at: now },
    title: fields.title,
    deps,
  });
}

const editable = [
  ...(['type', 'title', 'place', 'description', 'priority'] as const),
  ...(['linked_user_id', 'contact_id', 'end_at', 'reminders'] as const),
];

const isSameValue = (a: unknown, b: unknown): boolean => jsonEqual(a ?? null, b ?? null);

function changes(task: Task, fields: TaskFields): Partial<TaskEditArgs> {
  const changed = editable.filter((field) => !isSameValue(fields[field], task[field]));
  return Object.fromEntries(changed.map((field) => [field, fields[field]]));
}

/**
 * Queues the changed fields of a task, and a changed start as a separate write. Returns the last op id; null if nothing
 * changed.
 */
export async function editTask(store: Store, task: Task, fields: TaskFields): Promise<string | null> {
  const now = at(store);
  checkLinked(fields);
  const isMoved = fields.start_at !== task.start_at;
  const { end_at, ...patch } = changes(task, fields);
  const drafts: Draft[] = [];
  if (isMoved) {
    const args = { at: now, start_at: fields.start_at, end_at: fields.end_at };
    drafts.push({ kind: 'task.reschedule', id: task.id, args, title: task.title });
  } else if (end_at !== undefined) {
    checkTimes(fields, now);
    Object.assign(patch, { end_at });
  }
  if (Object.keys(patch).length > 0) {
    const deps = await depsOfLinked(store.db, { user_id: patch.linked_user_id, contact_id: patch.contact_id });
    drafts.push({ kind: 'task.edit', id: task.id, args: patch, title: fields.title, deps });
  }
  if (drafts.length === 0) return null;
  return (await store.writeAll(drafts)).at(-1)!;
}

/** Reschedules a task; without `end_at`, the task keeps its duration. Throws Refused for a start in the past. */
export async function rescheduleTask(store: Store, task: Task, start_at: string, end_at?: string): Promise<string> {
  const args = { at: at(store), start_at, ...(end_at !== undefined && { end_at }) };
  return store.write({ kind: 'task.reschedule', id: task.id, args, title: task.title });
}

/** Changes only the end of a task. Throws Refused if the new duration is not allowed. */
export async function resizeTask(store: Store, task: Task, end_at: string): Promise<string> {
  checkTimes({ start_at: task.start_at, end_at }, at(store));
  return store.write({ kind: 'task.edit', id: task.id, args: { end_at }, title: task.title });
}

/** Moves a task back to its previous times: undoes the unsent write or, if it has been sent, queues a second move. */
export async function undoMove(store: Store, before: Task, op_id: string): Promise<void> {
  if (await store.undo(op_id)) return;
  const task = await store.db.tasks.get(before.id);
  if (!task) return;
  if (task.start_at === before.start_at) await resizeTask(store, task, before.end_at);
  else await rescheduleTask(store, task, before.start_at, before.end_at);
}

export async function cancelTask(store: Store, task: Task, reason: string): Promise<string> {
  return store.write({
    kind: 'task.cancel',
    id: task.id,
    args: { ...(await clockReading(store)), reason },
    title: task.title,
  });
}

/**
 * Assigns a task to another employee, which only managers can do. The task leaves this device when the server has
 * accepted the write.
 */
export async function reassignTask(store: Store, task: Task, assignee_id: string): Promise<string> {
  return store.write({ kind: 'task.reassign', id: task.id, args: { at: at(store), assignee_id }, title: task.title });
}

/** Confirms the times of a work slice that needs review, so that it counts. */
export async function confirmSlice(
  store: Store,
  task: Task,
  slice: { slice_id: string; from: string; to: string },
): Promise<string> {
  return store.write({ kind: 'task.confirm_slice', id: task.id, args: { at: at(store), ...slice }, title: task.title });
}

/** Reopens a task: undoes an unsent completion or cancellation, or queues a reopening if it has already been sent. */
export async function reopenTask(store: Store, task: Task): Promise<void> {
  const entries = await store.db.outbox.where('[entity+entity_id]').equals(['tasks', task.id]).sortBy('seq');
  const last = entries.at(-1);
  const isClosing = last?.kind === 'task.finish' || last?.kind === 'task.cancel';
  if (last && isClosing && isUndoable(last) && (await store.undo(last.op_id))) return;
  await store.write({ kind: 'task.reopen', id: task.id, args: { at: at(store) }, title: task.title });
}
