import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';
import { amongEmployees, personVisible } from '../contacts/visible.ts';

/** People in the caller's care, directly or as a manager; employees are excluded, and learners see none. */
export function lookedAfter(caller: Caller, alias: string): RawBuilder<boolean> {
  if (!caller.is_staff) return sql<boolean>`false`;
  return sql<boolean>`(${personVisible(caller, alias)} and not ${amongEmployees(alias)})`;
}

/** Waiting for an employee. */
export const inPool = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.status`)} = 'waiting' and ${sql.ref(`${alias}.responsible_id`)} is null
    and ${sql.ref(`${alias}.deleted_at`)} is null and not ${amongEmployees(alias)})`;
