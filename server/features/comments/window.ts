import { sql, type RawBuilder } from 'kysely';
import { stores } from '../../../contract/entities/stores.ts';
import { COMMUNITY } from '../../../contract/values.ts';
import type { RowsContext } from '../../handlers.ts';
import { isLessonVisible } from '../lessons/visible.ts';

const { window } = stores.comments;

/** SQL: the comments `o` of a discussion that are not deleted, newest first. Reads only the index. */
const newestOf = (scope: string, thread: RawBuilder<string>) =>
  sql`from comments o where o.scope = ${scope} and o.thread = ${thread} and o.deleted_at is null
    order by o.created_at desc, o.id desc`;

/** SQL: the discussions that the caller may read. */
export const visibleThreads = ({ caller }: RowsContext) => sql`(select l.id as thread from lessons l
  where l.scope = ${caller.scope} and l.deleted_at is null and ${isLessonVisible(caller, 'l')}
  union all select ${COMMUNITY}::text)`;

/** SQL: all discussions. */
export const allThreads = (scope: string) => sql`(select l.id as thread from lessons l where l.scope = ${scope}
  union all select ${COMMUNITY}::text)`;

/** SQL: the discussions with comments that have changed after a rev. */
export const changedThreads = (scope: string, after: number) =>
  sql`(select distinct c.thread from comments c where c.scope = ${scope} and c.rev > ${after})`;

/** SQL: the number of comments that devices mirror in a discussion. */
export const mirroredCount = (scope: string, thread: RawBuilder<string>) =>
  sql`(select count(*)::int from (select o.id ${newestOf(scope, thread)} limit ${window.size}) w)`;

/** SQL: the ids of the comments that devices of the caller mirror, which are the newest comments of each discussion. */
export const mirroredIds = (context: RowsContext): RawBuilder<unknown> =>
  sql`select w.id from ${visibleThreads(context)} t cross join lateral
    (select o.id ${newestOf(context.caller.scope, sql`t.thread`)} limit ${window.size}) w`;

/** A span of revisions, and an expression for the revision at which a comment `c` of a lesson `l` changed last. */
interface ChangedSpan {
  after: number;
  upTo: number;
  changedRev: RawBuilder<number>;
  /** SQL condition for the lessons `l` whose comments are reported. */
  isReported: RawBuilder<boolean>;
  /** SQL condition for comments that are reported even if they are not in the window. */
  isAlwaysReported: RawBuilder<boolean>;
  /** Maximum number of comments; those with the lowest revisions are reported first. */
  limit: number;
}

/**
 * SQL query for the comments to report for a span, as `id` and `at_rev`. See: [Note: Windows]
 *
 * `touched` are the discussions of reported lessons with changes since the cursor. Comments older than the last comment
 * in the window are not reported. If `n` comments of a discussion were deleted since the cursor, the last `n` comments
 * in its window may have moved into the window; they are reported with the revision of the first deletion.
 */
export function changedIds(
  { caller }: RowsContext,
  { after, upTo, changedRev, isReported, isAlwaysReported, limit }: ChangedSpan,
): RawBuilder<{ id: string; at_rev: number }> {
  const { scope } = caller;
  const comments = sql`comments c left join lessons l on l.scope = c.scope and l.id = c.lesson_id`;
  const isDeleted = sql`c.deleted_at is not null`;
  return sql`(
    with touched as materialized (
        select c.thread, count(*) filter (where ${isDeleted}) as departures,
          min(c.rev) filter (where ${isDeleted}) as first_departure
        from ${comments} where c.scope = ${scope} and ${changedRev} > ${after} and ${isReported} group by c.thread),
      last_places as materialized (
        select t.thread, p.created_at, p.id from touched t cross join lateral
          (select o.created_at, o.id ${newestOf(scope, sql`t.thread`)} offset ${window.size - 1} limit 1) p)
    select x.id, min(x.at_rev) as at_rev from (
      select c.id, ${changedRev} as at_rev from ${comments} join touched t on t.thread = c.thread
        left join last_places p on p.thread = c.thread
      where c.scope = ${scope} and ${changedRev} > ${after} and ${changedRev} <= ${upTo}
        and (${isDeleted} or p.id is null or (c.created_at, c.id) >= (p.created_at, p.id) or ${isAlwaysReported})
      union all
      select m.id, t.first_departure as at_rev from touched t cross join lateral
        (select o.id ${newestOf(scope, sql`t.thread`)}
          offset greatest(${window.size} - t.departures, 0) limit least(${window.size}, t.departures)) m
      where t.departures > 0 and t.first_departure <= ${upTo}) x
    group by x.id order by at_rev, x.id limit ${limit})`;
}
