import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';

/** Free lessons are everybody's, the others a subscriber's. `alias` is the name of `lessons` in the query. */
export function lessonVisible(caller: Caller, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.free`)} or ${caller.is_subscribed}::boolean)`;
}
