import type { Task } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import type { HandlerContext } from '../../handlers.ts';
import { RefusedWithRow } from '../../http/with-current-row.ts';
import { hasLostAccess } from '../../sync/access-loss.ts';
import { linkableName } from './repository.ts';

/**
 * [Note: Work on a returned lead] When a lead goes back to the pool, the employee's tasks with this lead are cancelled.
 * If the employee had finished one of these tasks on a device without a network, the device sends the result later.
 * Such a write is refused with `access_lost` instead of `task_state`, so that the device offers the result as a
 * handover, to the employee to whom the lead is then assigned or, without one, to the manager.
 *
 * Throws `access_lost` if the error is the refusal to change a cancelled task and the caller has lost access to the
 * person; rethrows any other error.
 */
export async function rethrowAsLostAccess(context: HandlerContext, error: unknown): Promise<never> {
  if (!(error instanceof RefusedWithRow) || error.code !== 'task_state') throw error;
  const { state, linked_user_id } = error.row as Task;
  if (state !== 'cancelled' || linked_user_id === null) throw error;
  const { tx, scope, caller } = context;
  const isLost =
    (await hasLostAccess(tx, scope, caller.user_id, 'people', linked_user_id)) &&
    (await linkableName(context, linked_user_id)) === undefined;
  throw isLost ? new Refused('access_lost') : error;
}
