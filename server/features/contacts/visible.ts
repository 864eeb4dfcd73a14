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

/**
 * Interactions with contacts in the books he reads, and those that a caller wrote with anybody else. A contact that was
 * given away takes its history along: what hangs on it leaves the old phone with it.
 */
export function interactionVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const contact = sql.ref(`${alias}.contact_id`);
  return sql<boolean>`((${contact} is null and ${sql.ref(`${alias}.author_id`)} = ${caller.user_id}) or ${contact} in (
    select b.id from contacts b where b.scope = ${caller.scope} and ${ownerVisible(caller, 'b')}))`;
}
