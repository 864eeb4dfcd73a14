import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';
import { notRemovedOrBlocked } from '../contacts/visible.ts';
import { isInTeam } from '../employees/visible.ts';

/**
 * SQL condition for the people as whom the caller may view the app: for an admin everyone but admins, for a manager the
 * consultants of the manager's own team. `alias` is the alias of `users` in the query.
 */
export function isViewableBy(caller: Caller, alias: string): RawBuilder<boolean> {
  const [isStaff, isManager, isAdmin] = ['is_staff', 'is_manager', 'is_superuser'].map((flag) =>
    sql.ref(`${alias}.${flag}`),
  );
  const isOtherUser = sql<boolean>`(${notRemovedOrBlocked(alias)} and not ${isAdmin})`;
  if (caller.principal === 'admin') return isOtherUser;
  return sql<boolean>`(${isOtherUser} and ${isStaff} and not ${isManager} and ${isInTeam(caller, alias)})`;
}
