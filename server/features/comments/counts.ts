import { sql } from 'kysely';
import type { Tx } from '../../db/tables.ts';
import type { RowsContext } from '../../handlers.ts';
import { counterOf } from '../../sync/counter.ts';
import { allThreads, changedThreads, mirroredCount, visibleThreads } from './window.ts';

/** The number of comments that devices mirror in each discussion, as of a rev. */
interface Counts {
  epoch: string | undefined;
  rev: number;
  byThread: ReadonlyMap<string, number>;
}

/**
 * The latest counts of each organisation. Every change of a comment gives it a new rev, so later counts differ only in
 * the discussions with comments above the rev.
 */
const countsByScope = new Map<string, Counts>();

/** Returns the current counts. Reads the discussions that have changed since they were counted last. */
async function currentCounts(tx: Tx, scope: string): Promise<Counts> {
  const { epoch, rev } = await counterOf(tx, scope);
  const known = countsByScope.get(scope);
  const isUsable = known !== undefined && known.epoch === epoch && known.rev <= rev;
  if (isUsable && known.rev === rev) return known;
  const threads = isUsable ? changedThreads(scope, known.rev) : allThreads(scope);
  const { rows } = await sql<{ thread: string; count: number }>`
    select t.thread, ${mirroredCount(scope, sql`t.thread`)} as count from ${threads} t`.execute(tx);
  const counted = rows.map(({ thread, count }) => [thread, count] as const);
  const counts = { epoch, rev, byThread: new Map([...(isUsable ? known.byThread : []), ...counted]) };
  countsByScope.set(scope, counts);
  return counts;
}

/** Counts the comments that devices of the caller mirror. See: [Note: Windows] */
export async function countComments(context: RowsContext): Promise<number> {
  const { tx, caller } = context;
  const { byThread } = await currentCounts(tx, caller.scope);
  const { rows } = await sql<{ thread: string }>`select t.thread from ${visibleThreads(context)} t`.execute(tx);
  return rows.reduce((sum, { thread }) => sum + (byThread.get(thread) ?? 0), 0);
}
