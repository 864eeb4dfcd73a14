import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';
import { isPersonVisible } from '../contacts/visible.ts';

/**
 * SQL condition for the donations that a caller can see: their own; for an employee also those that they entered and
 * those of the people in their care; for a manager also those that their consultants entered; for an admin all
 * donations. `alias` is the alias of `donations` in the query.
 */
export function isDonationVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const [donor, author] = ['donor_id', 'author_id'].map((column) => sql.ref(`${alias}.${column}`));
  const isOwn = sql<boolean>`${donor} = ${caller.user_id}`;
  if (!caller.is_staff) return isOwn;
  if (caller.principal === 'admin') return sql<boolean>`true`;
  const isDonorInCare = sql<boolean>`${donor} in (select p.id from users p where p.scope = ${caller.scope}
    and ${isPersonVisible(caller, 'p')})`;
  const isAuthor = sql<boolean>`${author} = ${caller.user_id}`;
  if (!caller.is_manager) return sql<boolean>`(${isOwn} or ${isAuthor} or ${isDonorInCare})`;
  return sql<boolean>`(${isOwn} or ${isAuthor} or ${isDonorInCare} or ${author} in (select m.id from users m
    where m.scope = ${caller.scope} and m.responsible_id = ${caller.user_id}))`;
}

/**
 * SQL condition for the visible donations whose photo the caller can see. A donor does not see the photo that an
 * employee took. `alias` is the alias of `donations` in the query.
 */
export function isDonationPhotoVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  const [donor, author] = ['donor_id', 'author_id'].map((column) => sql.ref(`${alias}.${column}`));
  return sql<boolean>`(${isDonationVisible(caller, alias)}
    and (${donor} <> ${caller.user_id} or ${author} = ${caller.user_id}))`;
}
