import type { Task } from '../../../contract/entities/task.ts';
import { cancelTask, pauseTask } from '../../../contract/states/task.ts';
import type { HandlerContext } from '../../handlers.ts';
import { revokeAccess } from '../../sync/access-loss.ts';
import { logCommand } from '../tasks/log-repository.ts';
import { allTasks, updateTask, type LockedTask } from '../tasks/repository.ts';

/** Locks and returns the unfinished tasks linked to a person; with `of`, only those assigned to this employee. */
async function lockOpenTasks(context: HandlerContext, person_id: string, of: string | null): Promise<LockedTask[]> {
  const query = allTasks(context)
    .select('t.field_revs')
    .where('t.linked_user_id', '=', person_id)
    .where('t.state', 'in', ['planned', 'in_progress', 'paused'])
    .where('t.deleted_at', 'is', null)
    .orderBy('t.id')
    .forUpdate('t');
  const rows = await (of === null ? query : query.where('t.assignee_id', '=', of)).execute();
  return rows.map(({ field_revs, ...task }) => ({ task: task as Task, field_revs }));
}

async function save(
  context: HandlerContext,
  { field_revs }: LockedTask,
  next: Task,
  command: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const { received_at } = context;
  const rev = await context.nextRev();
  const revs = { ...field_revs, state: rev, assignee_id: rev, slices: rev };
  await updateTask(context, { ...next, rev, updated_at: received_at }, revs);
  const at = { claimed_at: received_at, corrected_at: received_at, received_at };
  await logCommand(context, [{ task_id: next.id, command, ...at, detail }]);
}

/** Reassigns unfinished tasks to the new employee; a running task is paused first. */
export async function moveOpenTasks(
  context: HandlerContext,
  person_id: string,
  from: string | null,
  to: string,
): Promise<void> {
  if (from === null || from === to) return;
  const openTasks = await lockOpenTasks(context, person_id, from);
  for (const locked of openTasks) {
    const { task } = locked;
    const paused = task.state === 'in_progress' ? pauseTask(task, { at: context.received_at }) : task;
    await save(context, locked, { ...paused, assignee_id: to }, 'reassign', { from, to });
  }
  await revokeAccess(
    context,
    from,
    'tasks',
    openTasks.map(({ task }) => task.id),
  );
  if (openTasks.length > 0) context.poke([to]);
}

/** Cancels all unfinished tasks linked to a person, regardless of their assignees. */
export async function cancelOpenTasks(context: HandlerContext, person_id: string, reason: string): Promise<void> {
  const openTasks = await lockOpenTasks(context, person_id, null);
  for (const locked of openTasks)
    await save(context, locked, cancelTask(locked.task, { at: context.received_at, reason }), 'cancel', { reason });
  context.poke(openTasks.map(({ task }) => task.assignee_id));
}
