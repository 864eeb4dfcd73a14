import { hasAccess, isAdmin } from '../../../contract/roles.ts';
import { Refused } from '../../../contract/errors.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';

/** Whether an account can use the administration. */
export const canAdminister = (user: User): boolean => isAdmin(user) && hasAccess(user) && user.deleted_at === null;

/** Whether an account can use the administration and is not scheduled for deletion. */
const isLastingSuperuser = (user: User): boolean => canAdminister(user) && user.delete_at === null;

/**
 * Locks an account and all superusers, in the order of their ids. [Note: The last superuser] Every change that may
 * remove a superuser takes these locks before it checks that a superuser remains, so that two simultaneous changes
 * cannot remove the last two.
 */
export async function lockWithSuperusers(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  id: string,
): Promise<User[]> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where((eb) => eb.or([eb('id', '=', id), eb('is_superuser', '=', true)]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Throws `last_superuser` if a change of `row` to `next` would leave no superuser. */
export function checkSuperuserRemains(row: User, next: User, locked: readonly User[]): void {
  const hasOtherSuperuser = locked.some((user) => user.id !== row.id && isLastingSuperuser(user));
  if (isLastingSuperuser(row) && !isLastingSuperuser(next) && !hasOtherSuperuser) throw new Refused('last_superuser');
}
