import type { Task } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import {
  cancelTask,
  checkLinked,
  checkTimes,
  confirmSlice,
  finishTask,
  newTask,
  pauseTask,
  reopenTask,
  rescheduleTask,
  startTask,
  reassignTask,
} from '../../../contract/states/task.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { linkedName, withCurrentContact } from './edit.ts';
import { logCommand } from './log-repository.ts';
import { insertTask, taskById } from './repository.ts';
import { withdrawReturnWarning, checkLeadAgain } from '../people/return-columns.ts';
import { runCommand, lockTaskOrThrow, saveChangedTasks } from './step.ts';
import { rethrowAsLostAccess } from './returned-lead.ts';
import { markWrongNumber } from './wrong-number.ts';
import { sql } from 'kysely';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { revokeAccess } from '../../sync/access-loss.ts';
import { addNotification } from '../notifications/add.ts';
import { hasEmployeeRole, notRemovedOrBlocked } from '../contacts/visible.ts';

/**
 * Returns whether the caller may assign work to an employee. A manager may assign work to themselves and their
 * consultants, an admin to any employee.
 */
async function mayAssignTo({ tx, caller }: HandlerContext, user_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', caller.scope)
    .where('u.id', '=', user_id)
    .where(notRemovedOrBlocked('u'))
    .where(hasEmployeeRole('u'))
    .where(
      sql<boolean>`(u.id = ${caller.user_id} or u.responsible_id = ${caller.user_id}
        or ${caller.user.is_superuser}::boolean)`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Assigns a task to another employee. Only a manager may do this. Throws `forbidden`, `task_state`, and `not_found` for
 * an employee to whom the caller may not assign work.
 */
export const reassignTaskHandler: WriteHandler<'task.reassign'> = async (context, { id, args, corrected_at }) => {
  const locked = await lockTaskOrThrow(context, id);
  const { task } = locked;
  if (!context.caller.is_manager) throw new Refused('forbidden');
  const next = withCurrentRow(task, () => reassignTask(task, args));
  if (next === task) return { row: task, rev: task.rev };
  if (!(await mayAssignTo(context, args.assignee_id))) throw new Refused('not_found', { assignee_id: 'not_found' });
  const detail = { from: task.assignee_id, to: next.assignee_id };
  const rev = await saveChangedTasks(context, args.at, corrected_at, [{ locked, next, command: 'reassign', detail }]);
  await revokeAccess(context, task.assignee_id, 'tasks', [id]);
  await addNotification(context, {
    ...{ user_id: next.assignee_id, kind: 'task_assigned', target_id: id, title: next.title },
    ...{ person_id: next.linked_user_id ?? next.contact_id, by_id: context.caller.user_id },
  });
  return { row: { ...next, rev, updated_at: context.received_at }, rev };
};

export { editTaskHandler } from './edit.ts';

async function ownCreatedTask(context: HandlerContext, id: string): Promise<WriteOutcome | null> {
  const task = await taskById(context, id);
  return task && task.author_id === context.caller.user_id ? { row: task, rev: task.rev } : null;
}

/**
 * Creates a task. Throws `forbidden` for a learner, `not_found` if the linked person or the previous task is hidden
 * from the caller, and the codes of the field rules.
 */
export const createTaskHandler: WriteHandler<'task.create'> = async (context, { id, args: sent, corrected_at }) => {
  if (!context.caller.is_staff) throw new Refused('forbidden');
  const existing = await ownCreatedTask(context, id);
  if (existing) return existing;
  const args = await withCurrentContact(context, sent);
  checkLinked(args);
  checkTimes(args, args.at);
  const linked_name = await linkedName(context, {
    linked_user_id: args.linked_user_id,
    contact_id: args.contact_id ?? null,
  });
  if (args.follow_up_of !== null && !(await taskById(context, args.follow_up_of))) {
    throw new Refused('not_found', { follow_up_of: 'not_found' });
  }
  await countDailyWrite(context, 'tasks');
  const rev = await context.nextRev();
  const { caller, received_at } = context;
  const task = newTask({ ...args, linked_name, at: received_at }, { id, rev, user_id: caller.user_id });
  if (!(await insertTask(context, task, {}))) throw new Refused('not_found');
  await logCommand(context, [
    { task_id: id, command: 'create', claimed_at: args.at, corrected_at, received_at, detail: {} },
  ]);
  context.poke([task.assignee_id]);
  return { row: task, rev };
};

export const startTaskHandler: WriteHandler<'task.start'> = (context, { id, args, device_id, corrected_at }) =>
  runCommand(context, {
    id,
    name: 'start',
    at: args.at,
    clock_offset_ms: args.clock_offset_ms,
    corrected_at,
    step: (task) => startTask(task, { ...args, device_id }),
  });

export const pauseTaskHandler: WriteHandler<'task.pause'> = (context, { id, args, corrected_at }) =>
  runCommand(context, { id, name: 'pause', ...args, corrected_at, step: (task) => pauseTask(task, args) });

export const finishTaskHandler: WriteHandler<'task.finish'> = async (
  context,
  { id, args, device_id, corrected_at },
) => {
  let isRepeat = false;
  const run = runCommand(context, {
    id,
    name: 'finish',
    at: args.at,
    clock_offset_ms: args.clock_offset_ms,
    corrected_at,
    step: (task) => {
      const next = finishTask(task, { ...args, device_id });
      isRepeat = next === task;
      return next;
    },
  });
  const outcome = await run.catch((error: unknown) => rethrowAsLostAccess(context, error));
  // If the task was already finished, do nothing more, even if the result differs: the person's number may have been
  // corrected since.
  const { linked_user_id, assignee_id, result, phone_used } = outcome.row as Task;
  if (!isRepeat && linked_user_id !== null)
    await withdrawReturnWarning(context, { person_id: linked_user_id, employee_id: assignee_id });
  if (!isRepeat && result === 'wrong_number' && linked_user_id !== null)
    await markWrongNumber(context, linked_user_id, phone_used);
  return outcome;
};

export const rescheduleTaskHandler: WriteHandler<'task.reschedule'> = (context, { id, args, corrected_at }) =>
  runCommand(context, {
    id,
    name: 'reschedule',
    at: args.at,
    corrected_at,
    step: (task) => rescheduleTask(task, args),
  });

export const cancelTaskHandler: WriteHandler<'task.cancel'> = (context, { id, args, corrected_at }) =>
  runCommand(context, { id, name: 'cancel', ...args, corrected_at, step: (task) => cancelTask(task, args) });

/** Confirms or corrects a doubtful slice. Allowed for the assignee and for a manager. */
export const confirmSliceHandler: WriteHandler<'task.confirm_slice'> = (context, { id, args, corrected_at }) =>
  runCommand(context, {
    id,
    name: 'confirm_slice',
    at: args.at,
    corrected_at,
    step: (task) => confirmSlice(task, args),
    detail: ({ slices }) => ({ was: slices.find((slice) => slice.id === args.slice_id) ?? null }),
  });

/** Reopens a task. Allowed for its author and for a manager. The former result stays in the task log. */
export const reopenTaskHandler: WriteHandler<'task.reopen'> = async (context, { id, args, corrected_at }) => {
  const { is_manager, user_id } = context.caller;
  const outcome = await runCommand(context, {
    id,
    name: 'reopen',
    at: args.at,
    corrected_at,
    step: (task) => {
      if (!is_manager && task.author_id !== user_id) throw new Refused('forbidden');
      return reopenTask(task, { at: args.at, by_manager: is_manager });
    },
    detail: ({ state, result, result_note, cancel_reason, closed_at }) => ({
      was: { state, result, result_note, cancel_reason, closed_at },
    }),
  });
  const { linked_user_id } = outcome.row as Task;
  if (linked_user_id !== null) await checkLeadAgain(context, linked_user_id);
  return outcome;
};
