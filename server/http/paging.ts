import { sql, type RawBuilder } from 'kysely';
import { isPageRequested, withPageDefaults } from '../../contract/paging.ts';

export interface PageSpan {
  offset: number;
  limit: number;
}

/** Returns offset and length of a page of a documented list. */
export function pageSpan(query: { page: number; page_size: number }): PageSpan {
  return { offset: (query.page - 1) * query.page_size, limit: query.page_size };
}

export interface PageResult<T> {
  rows: T[];
  /** Number of rows that match the filter. */
  count: number;
  /** Number of rows without the filter. */
  total_count: number;
}

/** Builds the envelope of a paged response. */
export function pageEnvelope<T>(
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

/** A range of rows that includes every row of any list. */
const WHOLE_LIST: PageSpan = { offset: 0, limit: 1_000_000 };

/** Returns a page in its envelope if the query requests one, otherwise the entire list as a plain array. */
export async function wholeOrPage<T>(
  query: Parameters<typeof isPageRequested>[0],
  list: (span: PageSpan) => Promise<PageResult<T>>,
) {
  if (!isPageRequested(query)) return (await list(WHOLE_LIST)).rows;
  const page = withPageDefaults(query);
  return pageEnvelope(page, await list(pageSpan(page)));
}

/**
 * Returns the select expressions for both counts of a paged list (matching rows and all rows), so that a single query
 * returns them.
 */
export const countColumns = (matches: RawBuilder<unknown>) =>
  [
    sql<number>`count(*) filter (where ${matches})::int`.as('count'),
    sql<number>`count(*)::int`.as('total_count'),
  ] as const;

/** Returns an ILIKE pattern that matches the text literally, with wildcards escaped; null for an empty search. */
export function containsPattern(search: string | null | undefined): string | null {
  const text = search?.trim();
  return text ? `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
}
