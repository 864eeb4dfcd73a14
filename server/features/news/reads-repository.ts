import { sql } from 'kysely';
import type { NewsRead } from '../../../contract/entities/news-read.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';

const ownReads = ({ tx, caller }: RowsContext) =>
  tx.selectFrom('news_reads').where('scope', '=', caller.scope).where('user_id', '=', caller.user_id);

const columns = ['news_id as id', 'rev', 'read_at'] as const;

export async function readChangedReads(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'news_reads'>[]> {
  const rows = await ownReads(context)
    .select(columns)
    .$call(inRevRange('rev', 'news_id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => ({ op: 'put', id: row.id, rev: row.rev, row }));
}

export function readsPage(context: RowsContext, after: string | null, limit: number): Promise<NewsRead[]> {
  const query = ownReads(context).select(columns).orderBy('news_id').limit(limit);
  return (after === null ? query : query.where('news_id', '>', after)).execute();
}

export async function countReads(context: RowsContext): Promise<number> {
  const query = ownReads(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function newsReadOf(context: RowsContext, id: string): Promise<NewsRead | null> {
  return (await ownReads(context).select(columns).where('news_id', '=', id).executeTakeFirst()) ?? null;
}

/** Records that the caller has read a news item. The time of the first write is kept. */
export async function markNewsRead(
  { tx, caller }: RowsContext,
  read: { news_id: string; rev: number; read_at: string; received_at: string },
): Promise<void> {
  const { received_at, ...row } = read;
  await tx
    .insertInto('news_reads')
    .values({ ...row, scope: caller.scope, user_id: caller.user_id, created_at: received_at, updated_at: received_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
