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

/** Whether the caller sees the figures of all employees, and asks for no single team. */
export const countsEveryone = (caller: RowsContext['caller'], team: string | undefined): boolean =>
  caller.principal === 'admin' && team === undefined;

/** A page of employees: at most `limit` whose ids are greater than `after`. */
export interface TeamPage {
  limit?: number | undefined;
  after?: string | undefined;
}

/**
 * Returns the employees whose figures the caller sees, or those of a page of them, sorted by id: for an admin all
 * employees, for a manager the manager's own team, for a consultant only the caller. With `team`, the id of a manager,
 * returns only that manager and their team. Throws `not_found` if the caller does not see that manager.
 */
export async function visibleTeam(
  { tx, caller }: RowsContext,
  team: string | undefined,
  { limit, after }: TeamPage = {},
): Promise<TeamMember[]> {
  const { scope, user_id, principal } = caller;
  const isSelf = sql<boolean>`u.id = ${user_id}`;
  const isVisible = { admin: sql<boolean>`true`, manager: sql<boolean>`(${isSelf} or u.responsible_id = ${user_id})` };
  const visible = tx
    .selectFrom('users as u')
    .where('u.scope', '=', scope)
    .where(hasEmployeeRole('u'))
    .where(principal === 'admin' || principal === 'manager' ? isVisible[principal] : isSelf);
  const isKnown =
    team === undefined || (await visible.select('u.id').where('u.id', '=', team).executeTakeFirst()) !== undefined;
  if (!isKnown) throw new Refused('not_found', { team: 'not_found' });
  return visible
    .select(['u.id', personName('u').as('name'), notRemovedOrBlocked('u').as('is_active')])
    .where(team === undefined ? sql<boolean>`true` : sql<boolean>`(u.id = ${team} or u.responsible_id = ${team})`)
    .$if(after !== undefined, (query) => query.where('u.id', '>', after ?? ''))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .orderBy('u.id')
    .execute();
}

/** Returns the employees whose figures the caller sees, of all teams or of one team. See: visibleTeam */
export async function employeesWithVisibleFigures(context: RowsContext, team?: string): Promise<EmployeeFilter> {
  if (countsEveryone(context.caller, team)) return 'all';
  return (await visibleTeam(context, team)).map(({ id }) => id);
}
