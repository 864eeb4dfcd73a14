import { sql } from 'kysely';
import type { Deps } from './deps.ts';
import type { Db, Tx } from './db/tables.ts';
import { RefusedForNow } from './http/with-current-row.ts';

export interface RequestLimit {
  /** Identifies what is counted and for whom. */
  key: string;
  max: number;
  window_s: number;
}

/**
 * [Note: Limits in the database] Limits below a hundred requests per minute protect passwords, links and forms. They
 * are counted in the database, with one statement per request, so that they are exact no matter how many server
 * processes run. This function counts one request, and throws `too_many_requests` with the seconds until the window
 * ends if that exceeds the limit.
 */
export async function countRequest(
  { db, scope, clock }: Pick<Deps, 'scope' | 'clock'> & { db: Db | Tx },
  { key, max, window_s }: RequestLimit,
): Promise<void> {
  const now = clock().getTime();
  const ends_at = new Date(now + window_s * 1000).toISOString();
  const isOver = sql`request_counts.ends_at <= ${new Date(now).toISOString()}`;
  const row = await db
    .insertInto('request_counts')
    .values({ scope, key, ends_at, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key']).doUpdateSet({
        count: sql`case when ${isOver} then 1 else request_counts.count + 1 end`,
        ends_at: sql`case when ${isOver} then excluded.ends_at else request_counts.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow();
  if (row.count > max) throw new RefusedForNow('too_many_requests', Math.ceil((Date.parse(row.ends_at) - now) / 1000));
}

/** Subtracts one request from the count, for a request that turned out to be harmless. */
export async function uncountRequest({ db, scope }: Pick<Deps, 'db' | 'scope'>, key: string): Promise<void> {
  await db
    .updateTable('request_counts')
    .set({ count: sql`count - 1` })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}
