import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';

/**
 * SQL condition: tickets visible in full. These are the tickets assigned to the caller, for a manager also those
 * assigned to their consultants, for an admin all. Tickets that the caller wrote as a user are excluded. `alias` is the
 * alias of `tickets` in the query.
 */
export function isTicketFullyVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const assignee = sql.ref(`${alias}.responsible_id`);
  const isByAnotherUser = sql<boolean>`${sql.ref(`${alias}.author_id`)} <> ${caller.user_id}`;
  if (!caller.is_staff) return sql<boolean>`false`;
  if (caller.principal === 'admin') return isByAnotherUser;
  const own = sql<boolean>`${assignee} = ${caller.user_id}`;
  if (!caller.is_manager) return sql<boolean>`(${own} and ${isByAnotherUser})`;
  return sql<boolean>`(${isByAnotherUser} and (${own} or ${assignee} in (
    select m.id from users m where m.scope = ${caller.scope} and m.responsible_id = ${caller.user_id})))`;
}

/** SQL condition: unassigned tickets, whose subject all employees see. */
export function isTicketUnassigned(caller: Caller, alias: string): RawBuilder<boolean> {
  if (!caller.is_staff) return sql<boolean>`false`;
  return sql<boolean>`(${sql.ref(`${alias}.responsible_id`)} is null and ${sql.ref(`${alias}.state`)} = 'new'
    and ${sql.ref(`${alias}.author_id`)} <> ${caller.user_id})`;
}

/** SQL condition: tickets visible to the caller, in full or only by their subject. */
export const isTicketVisible = (caller: Caller, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${isTicketFullyVisible(caller, alias)} or ${isTicketUnassigned(caller, alias)})`;

/** SQL condition: tickets that the caller sees, or has taken before. */
export const wasTicketSeenOrTaken = (caller: Caller, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(${isTicketVisible(caller, alias)}, false)
    or exists (select 1 from ticket_log l where l.scope = ${caller.scope} and l.ticket_id = ${sql.ref(`${alias}.id`)}
      and l.actor_id = ${caller.user_id} and l.command = 'take'))`;

/** SQL condition: tickets that left the pool since the caller joined. */
export const hasTicketLeftPool = (caller: Caller, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${caller.is_staff}::boolean and ${sql.ref(`${alias}.author_id`)} <> ${caller.user_id}
    and ${sql.ref(`${alias}.taken_at`)} >= ${caller.user.created_at}
    and exists (select 1 from ticket_claims q where q.scope = ${caller.scope}
      and q.ticket_id = ${sql.ref(`${alias}.id`)}))`;
