import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';

/**
 * SQL condition for lessons that the caller may read: free lessons for everyone, all others for subscribers. `alias` is
 * the alias of `lessons` in the query.
 */
export function isLessonVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.free`)} or ${caller.is_subscribed}::boolean)`;
}
