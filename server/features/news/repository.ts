import { sql } from 'kysely';
import type { NewsItem } from '../../../contract/entities/news.ts';
import type { Lang } from '../../../contract/fields.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { containsPattern, countColumns } from '../../http/paging.ts';

const summaryColumns = [
  'n.id',
  'n.rev',
  'n.title',
  'n.lead',
  'n.language',
  'n.is_important',
  'n.published_at',
  'n.media',
] as const;
const columns = [...summaryColumns, 'n.body'] as const;

const newsOf = ({ tx, caller }: RowsContext) => tx.selectFrom('news as n').where('n.scope', '=', caller.scope);

/** Selects the news items of which devices keep a copy; see server/content/write-news.ts. */
const mirroredNews = (context: RowsContext) =>
  newsOf(context).where('n.deleted_at', 'is', null).where('n.is_mirrored', '=', true);

export async function readChangedNews(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'news'>[]> {
  const rows = await newsOf(context)
    .select([...columns, 'n.deleted_at', 'n.is_mirrored'])
    .$call(inRevRange('n.rev', 'n.id', { after, upTo, limit }))
    .execute();
  return rows.map(({ deleted_at, is_mirrored, ...row }) => {
    const { id, rev } = row;
    return deleted_at === null && is_mirrored ? { op: 'put', id, rev, row: row as NewsItem } : { op: 'del', id, rev };
  });
}

export async function readNewsPage(context: RowsContext, after: string | null, limit: number): Promise<NewsItem[]> {
  const query = mirroredNews(context).select(columns).orderBy('n.id').limit(limit);
  return (await (after === null ? query : query.where('n.id', '>', after)).execute()) as NewsItem[];
}

export async function countNews(context: RowsContext): Promise<number> {
  const query = mirroredNews(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function newsById(context: RowsContext, id: string): Promise<NewsItem | null> {
  return ((await mirroredNews(context).select(columns).where('n.id', '=', id).executeTakeFirst()) ??
    null) as NewsItem | null;
}

/**
 * Whether the news item exists or existed before. A write that marks a deleted item as read is accepted, because it
 * does no harm.
 */
export async function newsItemExisted(context: RowsContext, id: string): Promise<boolean> {
  const row = await newsOf(context).select('n.id').where('n.id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Selects the news items that are published and not deleted, and whether the caller has read them. */
const publishedNews = (context: RowsContext, now: string) =>
  newsOf(context)
    .leftJoin('news_reads as r', (join) =>
      join
        .onRef('r.scope', '=', 'n.scope')
        .onRef('r.news_id', '=', 'n.id')
        .on('r.user_id', '=', context.caller.user_id),
    )
    .where('n.deleted_at', 'is', null)
    .where('n.published_at', '<=', now);

const isRead = sql<boolean>`(r.news_id is not null)`.as('read');

export type NewsSummaryRow = Omit<NewsItem, 'body'> & { read: boolean };

export async function publishedNewsById(
  context: RowsContext,
  now: string,
  id: string,
): Promise<(NewsItem & { read: boolean }) | null> {
  const row = await publishedNews(context, now)
    .select([...columns, isRead])
    .where('n.id', '=', id)
    .executeTakeFirst();
  return (row as (NewsItem & { read: boolean }) | undefined) ?? null;
}

export async function readImportantNews(context: RowsContext, now: string, limit: number): Promise<NewsSummaryRow[]> {
  const rows = await publishedNews(context, now)
    .select([...summaryColumns, isRead])
    .where('n.is_important', '=', true)
    .orderBy('read')
    .orderBy('n.published_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute();
  return rows as NewsSummaryRow[];
}

export async function listNews(
  context: RowsContext,
  now: string,
  filter: { language: Lang | undefined; search: string | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: NewsSummaryRow[]; count: number; total_count: number }> {
  const { language } = filter;
  const pattern = containsPattern(filter.search);
  const inLanguage = language ? sql<boolean>`n.language = ${language}` : sql<boolean>`true`;
  const containsText = pattern
    ? sql<boolean>`(n.title ilike ${pattern} or n.lead ilike ${pattern})`
    : sql<boolean>`true`;
  const matches = sql<boolean>`(${inLanguage} and ${containsText})`;
  const rows = await publishedNews(context, now)
    .select([...summaryColumns, isRead])
    .where(matches)
    .orderBy('n.published_at', 'desc')
    .orderBy('n.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const counts = await publishedNews(context, now).select(countColumns(matches)).executeTakeFirstOrThrow();
  return { rows: rows as NewsSummaryRow[], ...counts };
}
