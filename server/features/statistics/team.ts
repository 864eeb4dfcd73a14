import { sql } from 'kysely';
import { Refused } from '../../../contract/errors.ts';
import type { RowsContext } from '../../handlers.ts';
import { personName } from '../contacts/person.ts';
import { hasEmployeeRole, notRemovedOrBlocked } from '../contacts/visible.ts';
import type { EmployeeFilter } from './sums.ts';

export interface TeamMember {
  id: string;
  name: string;
  /** Whether the employee is neither removed nor blocked. */
  is_active: boolean;
}

/**
 * Returns the employees whose figures the caller sees: for an admin all employees, for a manager the manager's own
 * team, for a consultant only the caller. With `team`, the id of a manager, returns only that manager and their team,
 * or no one if the caller does not see that manager.
 */
export async function visibleTeam({ tx, caller }: RowsContext, team?: string): Promise<TeamMember[]> {
  const { scope, user_id, principal } = caller;
  const isSelf = sql<boolean>`u.id = ${user_id}`;
  const isVisible = { admin: sql<boolean>`true`, manager: sql<boolean>`(${isSelf} or u.responsible_id = ${user_id})` };
  return tx
    .selectFrom('users as u')
    .select(['u.id', personName('u').as('name'), notRemovedOrBlocked('u').as('is_active')])
    .where('u.scope', '=', scope)
    .where(hasEmployeeRole('u'))
    .where(principal === 'admin' || principal === 'manager' ? isVisible[principal] : isSelf)
    .where(team === undefined ? sql<boolean>`true` : sql<boolean>`(u.id = ${team} or u.responsible_id = ${team})`)
    .execute();
}

/**
 * Returns the employees whose figures the caller sees, of all teams or of one team. Throws `not_found` for a team whose
 * manager the caller does not see.
 */
export async function employeesWithVisibleFigures(context: RowsContext, team?: string): Promise<EmployeeFilter> {
  if (context.caller.principal === 'admin' && team === undefined) return 'all';
  const ids = (await visibleTeam(context, team)).map(({ id }) => id);
  if (team !== undefined && !ids.includes(team)) throw new Refused('not_found', { team: 'not_found' });
  return ids;
}
