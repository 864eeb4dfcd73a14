import { sql } from 'kysely';
import { Refused } from '../../../contract/errors.ts';
import { reassignTask } from '../../../contract/states/task.ts';
import type { HandlerContext, WriteHandler } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { revokeAccess } from '../../sync/access-loss.ts';
import { amongEmployees, notRemovedOrBlocked } from '../contacts/visible.ts';
import { lockedTask, saveChanged } from './step.ts';

/** Who a manager may assign work to: themselves and their consultants; an admin any employee. */
async function mayTake({ tx, caller }: HandlerContext, user_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', caller.scope)
    .where('u.id', '=', user_id)
    .where(notRemovedOrBlocked('u'))
    .where(amongEmployees('u'))
    .where(
      sql<boolean>`(u.id = ${caller.user_id} or u.responsible_id = ${caller.user_id}
        or ${caller.user.is_superuser}::boolean)`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** By a manager only. Throws `forbidden`, `task_state`, and `not_found` for an employee out of reach. */
export const reassignTaskHandler: WriteHandler<'task.reassign'> = async (context, { id, args, corrected_at }) => {
  const locked = await lockedTask(context, id);
  const { task } = locked;
  if (!context.caller.is_manager) throw new Refused('forbidden');
  const next = withCurrentRow(task, () => reassignTask(task, args));
  if (next === task) return { row: task, rev: task.rev };
  if (!(await mayTake(context, args.assignee_id))) throw new Refused('not_found', { assignee_id: 'not_found' });
  const detail = { from: task.assignee_id, to: next.assignee_id };
  const rev = await saveChanged(context, args.at, corrected_at, [{ locked, next, command: 'reassign', detail }]);
  await revokeAccess(context, task.assignee_id, 'tasks', [id]);
  return { row: { ...next, rev, updated_at: context.received_at }, rev };
};
