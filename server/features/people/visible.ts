import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';
import { personVisible } from '../contacts/visible.ts';

/** An employee of whatever kind. `alias` is the name of the table `users` in the query. */
export const isEmployee = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.is_staff`)} or ${sql.ref(`${alias}.is_manager`)} or ${sql.ref(`${alias}.is_superuser`)})`;

/** People whom the caller looks after, himself or as a manager; employees are none, and learners see none. */
export function lookedAfter(caller: Caller, alias: string): RawBuilder<boolean> {
  if (!caller.is_staff) return sql<boolean>`false`;
  return sql<boolean>`(${personVisible(caller, alias)} and not ${isEmployee(alias)})`;
}

/** Waits for somebody to look after him. */
export const inPool = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.status`)} = 'waiting' and ${sql.ref(`${alias}.responsible_id`)} is null
    and ${sql.ref(`${alias}.deleted_at`)} is null and not ${isEmployee(alias)})`;
