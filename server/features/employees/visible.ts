import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';

/**
 * SQL condition for the employees whose settings the caller may change: those of the caller's team; for an admin all
 * employees. `alias` is the alias of `users` in the query.
 */
export function isInTeam({ principal, user_id }: Caller, alias: string): RawBuilder<boolean> {
  if (principal === 'admin') return sql<boolean>`true`;
  if (principal !== 'manager') return sql<boolean>`false`;
  return sql<boolean>`coalesce(${sql.ref(`${alias}.responsible_id`)} = ${user_id}, false)`;
}

/**
 * SQL condition for the people whom the caller may block: the employees of their team, the people of these employees,
 * and the caller's own people.
 */
export function isBlockableBy(caller: Caller, alias: string): RawBuilder<boolean> {
  if (caller.principal !== 'manager') return isInTeam(caller, alias);
  return sql<boolean>`(${isInTeam(caller, alias)} or ${sql.ref(`${alias}.responsible_id`)} in (
    select m.id from users m where m.scope = ${caller.scope} and m.responsible_id = ${caller.user_id}
      and ${hasEmployeeRole('m')}))`;
}
