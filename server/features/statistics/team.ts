import { sql } from 'kysely';
import type { RowsContext } from '../../handlers.ts';
import { personName } from '../contacts/person.ts';
import { amongEmployees, notRemovedOrBlocked } from '../contacts/visible.ts';
import type { Whose } from './sums.ts';

export interface TeamMember {
  id: string;
  name: string;
  /** Whether the employee is neither removed nor blocked. */
  is_active: boolean;
}

/**
 * Returns the employees whose figures the caller sees: for an admin all, for a manager the own team, for a consultant
 * only the caller.
 */
export async function visibleTeam({ tx, caller }: RowsContext): Promise<TeamMember[]> {
  const { scope, user_id, principal } = caller;
  const own = sql<boolean>`u.id = ${user_id}`;
  const isVisible = { admin: sql<boolean>`true`, manager: sql<boolean>`(${own} or u.responsible_id = ${user_id})` };
  return tx
    .selectFrom('users as u')
    .select(['u.id', personName('u').as('name'), notRemovedOrBlocked('u').as('is_active')])
    .where('u.scope', '=', scope)
    .where(amongEmployees('u'))
    .where(principal === 'admin' || principal === 'manager' ? isVisible[principal] : own)
    .execute();
}

/** Returns whose figures the caller sees. */
export async function visibleFigures(context: RowsContext): Promise<Whose> {
  if (context.caller.principal === 'admin') return 'all';
  return (await visibleTeam(context)).map(({ id }) => id);
}
