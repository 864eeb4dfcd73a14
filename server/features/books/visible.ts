import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';

/**
 * SQL condition: the caller may read the book because the book is free or the caller has bought it. `alias` is the
 * alias of `books` in the query.
 */
export function isBookReadable(
  { scope, user_id }: Pick<Caller, 'scope' | 'user_id'>,
  alias: string,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.price_cents`)} = 0 or exists (
    select 1 from library_items s where s.scope = ${scope} and s.user_id = ${user_id}
      and s.book_id = ${sql.ref(`${alias}.id`)} and s.bought_at is not null))`;
}
