import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';

/**
 * SQL condition for the owners whose contacts a caller can see: the caller and, for a manager, the employees of their
 * team. `alias` is the alias of a table with `scope` and `owner_id`.
 */
export function isOwnerVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const owner = sql.ref(`${alias}.owner_id`);
  if (!caller.is_manager) return sql<boolean>`${owner} = ${caller.user_id}`;
  return sql<boolean>`${owner} in (select m.id from users m where m.scope = ${caller.scope}
    and (m.id = ${caller.user_id} or m.responsible_id = ${caller.user_id}))`;
}

/** SQL condition for employees of any role. `alias` is the alias of `users` in the query. */
export const hasEmployeeRole = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.is_staff`)} or ${sql.ref(`${alias}.is_manager`)} or ${sql.ref(`${alias}.is_superuser`)})`;

/** SQL condition for people who are neither removed nor blocked. `alias` is the alias of `users` in the query. */
export const notRemovedOrBlocked = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.is_active`)} and not ${sql.ref(`${alias}.is_blocked`)} and ${sql.ref(`${alias}.deleted_at`)} is null)`;

/**
 * SQL for the array of the ids of a manager and of everyone who is assigned to them. PostgreSQL evaluates it once, and
 * then finds the rows that belong to these ids in an index. With a subquery instead of an array, PostgreSQL would
 * expect far too many rows and read all rows of the organisation.
 */
export const teamOfManager = ({ scope, user_id }: Caller): RawBuilder<string[]> =>
  sql<string[]>`array(select m.id from users m where m.scope = ${scope} and m.responsible_id = ${user_id}
    union all select ${user_id}::text)`;

/**
 * SQL condition for the people in the caller's care: the caller's own people; for a manager also the people of the
 * consultants; for an admin everyone except employees. `alias` is the alias of `users` in the query.
 */
export function isPersonVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const responsible = sql.ref(`${alias}.responsible_id`);
  if (!caller.is_manager) return sql<boolean>`${responsible} = ${caller.user_id}`;
  const isOwnedByTeam = sql<boolean>`${responsible} = any(${teamOfManager(caller)})`;
  if (!caller.user.is_superuser) return isOwnedByTeam;
  return sql<boolean>`(${isOwnedByTeam} or not ${hasEmployeeRole(alias)})`;
}

/**
 * SQL condition for interactions that the caller can see: those with visible contacts, those with people in the
 * caller's care, and the caller's own with a phone number that belongs to no record. If a person is reassigned, the
 * previous employee also loses access to the interactions with that person.
 */
export function isInteractionVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const [contact, user, author] = ['contact_id', 'user_id', 'author_id'].map((column) => sql.ref(`${alias}.${column}`));
  return sql<boolean>`((${contact} is null and ${user} is null and ${author} = ${caller.user_id})
    or ${contact} in (select b.id from contacts b where b.scope = ${caller.scope} and ${isOwnerVisible(caller, 'b')})
    or ${user} in (select p.id from users p where p.scope = ${caller.scope} and ${isPersonVisible(caller, 'p')}))`;
}
