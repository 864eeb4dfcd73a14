import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';

/** Free lessons are open to everyone, others to subscribers. `alias` names `lessons` in the query. */
export function lessonVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.free`)} or ${caller.is_subscribed}::boolean)`;
}
