/** Where a page of a documented list begins and how long it is. */
export function pageSpan(query: { page: number; page_size: number }): { offset: number; limit: number } {
  return { offset: (query.page - 1) * query.page_size, limit: query.page_size };
}

interface Found<T> {
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

/** A pattern for ILIKE that finds the text itself, with no wildcards of the person's. Null where nothing is searched. */
export function containing(search: string | null | undefined): string | null {
  const text = search?.trim();
  return text ? `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
}
