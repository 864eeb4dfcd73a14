import { sql, type RawBuilder } from 'kysely';

export interface PageSpan {
  offset: number;
  limit: number;
}

/** Where a page of a documented list begins and how long it is. */
export function pageSpan(query: { page: number; page_size: number }): PageSpan {
  return { offset: (query.page - 1) * query.page_size, limit: query.page_size };
}

export interface Found<T> {
  rows: T[];
  /** Matching the filter. */
  count: number;
  /** Without the filter. */
  total_count: number;
}

/** The envelope of every paged reply. */
export function envelope<T>(
  { page, page_size }: { page: number; page_size: number },
  { rows, count, total_count }: Found<T>,
) {
  return {
    count,
    next: page * page_size < count ? page + 1 : null,
    previous: page > 1 ? page - 1 : null,
    current: page,
    results: rows,
    total_count,
  };
}

/** Both counts of a list in one query, for `select`. */
export const countsOf = (matches: RawBuilder<unknown>) =>
  [
    sql<number>`count(*) filter (where ${matches})::int`.as('count'),
    sql<number>`count(*)::int`.as('total_count'),
  ] as const;

/** A pattern for ILIKE that finds the text itself, with no wildcards of the person's. Null where nothing is searched. */
export function containing(search: string | null | undefined): string | null {
  const text = search?.trim();
  return text ? `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
}
