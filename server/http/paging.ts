import { sql, type RawBuilder } from 'kysely';
import { isPageGiven, pageOf } from '../../contract/fields.ts';

export interface PageSpan {
  offset: number;
  limit: number;
}

/** Offset and length of a page of a documented list. */
export function pageSpan(query: { page: number; page_size: number }): PageSpan {
  return { offset: (query.page - 1) * query.page_size, limit: query.page_size };
}

export interface PageResult<T> {
  rows: T[];
  /** Rows that match the filter. */
  count: number;
  /** Rows without the filter. */
  total_count: number;
}

/** The envelope of every paged response. */
export function envelope<T>(
  { page, page_size }: { page: number; page_size: number },
  { rows, count, total_count }: PageResult<T>,
) {
  return {
    count,
    next: page * page_size < count ? page + 1 : null,
    previous: page > 1 ? Math.min(page - 1, Math.max(1, Math.ceil(count / page_size))) : null,
    current: page,
    results: rows,
    total_count,
  };
}

/** More rows than any list has. */
const WHOLE: PageSpan = { offset: 0, limit: 1_000_000 };

/** A page in the envelope if the query asks for one, else the whole list as a bare array. */
export async function wholeOrPage<T>(
  query: Parameters<typeof isPageGiven>[0],
  list: (span: PageSpan) => Promise<PageResult<T>>,
) {
  if (!isPageGiven(query)) return (await list(WHOLE)).rows;
  const page = pageOf(query);
  return envelope(page, await list(pageSpan(page)));
}

/** Both counts of a list in one query, for `select`. */
export const countsOf = (matches: RawBuilder<unknown>) =>
  [
    sql<number>`count(*) filter (where ${matches})::int`.as('count'),
    sql<number>`count(*)::int`.as('total_count'),
  ] as const;

/** An ILIKE pattern that finds the text literally, wildcards escaped; null for an empty search. */
export function containsPattern(search: string | null | undefined): string | null {
  const text = search?.trim();
  return text ? `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
}
