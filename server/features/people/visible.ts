import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';
import { hasEmployeeRole, isPersonVisible } from '../contacts/visible.ts';

/**
 * SQL condition: the person is in the caller's care, directly or through the consultants whom the caller manages.
 * Employees are in no one's care, and no one is in a learner's care. `alias` is the alias of `users` in the query.
 */
export function isInCareOfCaller(caller: Caller, alias: string): RawBuilder<boolean> {
  if (!caller.is_staff) return sql<boolean>`false`;
  // All people except employees are in an admin's care. This simpler condition can use the indexes of people.
  if (caller.user.is_superuser) return sql<boolean>`(not ${hasEmployeeRole(alias)})`;
  return sql<boolean>`(${isPersonVisible(caller, alias)} and not ${hasEmployeeRole(alias)})`;
}

/** SQL condition: the person is in the pool, waiting for an employee. `alias` is the alias of `users` in the query. */
export const isInPool = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.status`)} = 'waiting' and ${sql.ref(`${alias}.responsible_id`)} is null
    and ${sql.ref(`${alias}.deleted_at`)} is null and not ${hasEmployeeRole(alias)})`;
