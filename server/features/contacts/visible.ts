import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';

/**
 * Whose book a caller reads: his own, and a manager the books of those he is responsible for. `alias` is the name of a
 * table with `scope` and `owner_id` in the query.
 */
export function ownerVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const owner = sql.ref(`${alias}.owner_id`);
  if (!caller.is_manager) return sql<boolean>`${owner} = ${caller.user_id}`;
  return sql<boolean>`${owner} in (select m.id from users m where m.scope = ${caller.scope}
    and (m.id = ${caller.user_id} or m.responsible_id = ${caller.user_id}))`;
}

/** An employee of whatever kind. `alias` is the name of the table `users` in the query. */
export const amongEmployees = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.is_staff`)} or ${sql.ref(`${alias}.is_manager`)} or ${sql.ref(`${alias}.is_superuser`)})`;

/** Somebody who is neither removed nor shut out. `alias` is the name of the table `users` in the query. */
export const stillHere = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.is_active`)} and not ${sql.ref(`${alias}.is_blocked`)} and ${sql.ref(`${alias}.deleted_at`)} is null)`;

/**
 * Whom a caller works with: the people he is responsible for, for a manager also those of his consultants, for an admin
 * everybody who is no employee. `alias` is the name of the table `users` in the query.
 */
export function personVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const responsible = sql.ref(`${alias}.responsible_id`);
  const own = sql<boolean>`${responsible} = ${caller.user_id}`;
  if (!caller.is_manager) return own;
  const ofTeam = sql<boolean>`${responsible} in (select m.id from users m where m.scope = ${caller.scope}
    and m.responsible_id = ${caller.user_id})`;
  if (!caller.user.is_superuser) return sql<boolean>`(${own} or ${ofTeam})`;
  return sql<boolean>`(${own} or ${ofTeam} or not ${amongEmployees(alias)})`;
}

/**
 * Interactions with contacts in the books he reads, those with people he works with, and those that a caller wrote with
 * a bare number. Who is given away takes the history along: what hangs on him leaves the old phone with him.
 */
export function interactionVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const [contact, user, author] = ['contact_id', 'user_id', 'author_id'].map((column) => sql.ref(`${alias}.${column}`));
  return sql<boolean>`((${contact} is null and ${user} is null and ${author} = ${caller.user_id})
    or ${contact} in (select b.id from contacts b where b.scope = ${caller.scope} and ${ownerVisible(caller, 'b')})
    or ${user} in (select p.id from users p where p.scope = ${caller.scope} and ${personVisible(caller, 'p')}))`;
}
