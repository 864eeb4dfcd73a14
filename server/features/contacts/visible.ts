import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';

/**
 * Owners whose contacts a caller reads: the caller, and for a manager the employees in their team. `alias` names a
 * table with `scope` and `owner_id`.
 */
export function ownerVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const owner = sql.ref(`${alias}.owner_id`);
  if (!caller.is_manager) return sql<boolean>`${owner} = ${caller.user_id}`;
  return sql<boolean>`${owner} in (select m.id from users m where m.scope = ${caller.scope}
    and (m.id = ${caller.user_id} or m.responsible_id = ${caller.user_id}))`;
}

/** An employee of any role. `alias` names the table `users`. */
export const amongEmployees = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.is_staff`)} or ${sql.ref(`${alias}.is_manager`)} or ${sql.ref(`${alias}.is_superuser`)})`;

/** A person who is neither removed nor blocked. `alias` names the table `users`. */
export const notRemovedOrBlocked = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.is_active`)} and not ${sql.ref(`${alias}.is_blocked`)} and ${sql.ref(`${alias}.deleted_at`)} is null)`;

/**
 * People in the caller's care: their own, for a manager also their consultants', for an admin everyone but employees.
 * `alias` names the table `users`.
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
 * Interactions with visible contacts, with people in the caller's care, and the caller's own with a bare number. A
 * reassigned person takes the history along: dependents leave the previous employee's device.
 */
export function interactionVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const [contact, user, author] = ['contact_id', 'user_id', 'author_id'].map((column) => sql.ref(`${alias}.${column}`));
  return sql<boolean>`((${contact} is null and ${user} is null and ${author} = ${caller.user_id})
    or ${contact} in (select b.id from contacts b where b.scope = ${caller.scope} and ${ownerVisible(caller, 'b')})
    or ${user} in (select p.id from users p where p.scope = ${caller.scope} and ${personVisible(caller, 'p')}))`;
}
