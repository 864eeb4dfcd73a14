import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';

/**
 * Tickets visible in full: own ones, a manager's consultants', for an admin all. `alias` names the table `tickets`. An
 * author is never an employee in their own matter.
 */
export function ticketInFull(caller: Caller, alias: string): RawBuilder<boolean> {
  const holder = sql.ref(`${alias}.responsible_id`);
  const isOthers = sql<boolean>`${sql.ref(`${alias}.author_id`)} <> ${caller.user_id}`;
  if (!caller.is_staff) return sql<boolean>`false`;
  if (caller.principal === 'admin') return isOthers;
  const own = sql<boolean>`${holder} = ${caller.user_id}`;
  if (!caller.is_manager) return sql<boolean>`(${own} and ${isOthers})`;
  return sql<boolean>`(${isOthers} and (${own} or ${holder} in (
    select m.id from users m where m.scope = ${caller.scope} and m.responsible_id = ${caller.user_id})))`;
}

/** Unassigned tickets: their subject is visible to all employees. */
export function ticketFree(caller: Caller, alias: string): RawBuilder<boolean> {
  if (!caller.is_staff) return sql<boolean>`false`;
  return sql<boolean>`(${sql.ref(`${alias}.responsible_id`)} is null and ${sql.ref(`${alias}.state`)} = 'new'
    and ${sql.ref(`${alias}.author_id`)} <> ${caller.user_id})`;
}

/** Both. */
export const ticketSeen = (caller: Caller, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${ticketInFull(caller, alias)} or ${ticketFree(caller, alias)})`;

/** Tickets that the caller sees or held before. */
export const ticketHad = (caller: Caller, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(${ticketSeen(caller, alias)}, false)
    or exists (select 1 from ticket_log l where l.scope = ${caller.scope} and l.ticket_id = ${sql.ref(`${alias}.id`)}
      and l.actor_id = ${caller.user_id} and l.command = 'take'))`;

/** Tickets that left the pool of every employee while the caller worked here. */
export const ticketLeftPool = (caller: Caller, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${caller.is_staff}::boolean and ${sql.ref(`${alias}.author_id`)} <> ${caller.user_id}
    and ${sql.ref(`${alias}.taken_at`)} >= ${caller.user.created_at}
    and exists (select 1 from ticket_claims q where q.scope = ${caller.scope}
      and q.ticket_id = ${sql.ref(`${alias}.id`)}))`;
