import type { ApiClient, ApiResult } from './api-client.ts';
import type { ListCall } from './tables/shared.ts';
import { fieldsOf, isObject } from './values.ts';

const PAGE_SIZE = 100;
/** Maximum number of pages of a list that one pass reads; the next pass continues. */
const MAX_PAGES = 10;
/** Number of the page after which a list counts as endless. Rows that are missing in such a list are not deleted. */
export const LAST_PAGE = 500;

/** The part of a list that was read so far, if it has more pages than one pass reads. */
export interface PartOfList {
  next_page: number;
  /** Whether the API has announced the next page. */
  is_announced: boolean;
  rows: unknown[];
}

/**
 * `whole`: all rows of the list; `is_whole` is false if the API may have cut the list off. `part`: more pages follow.
 * `same`: the list has not changed since the given ETag. `refused` and `none`: see ApiResult.
 */
export type ListResult =
  | { kind: 'whole'; rows: unknown[]; is_whole: boolean; etag: string | null }
  | { kind: 'part'; part: PartOfList }
  | { kind: 'same' }
  | Extract<ApiResult, { kind: 'refused' | 'none' }>;

interface Page {
  rows: unknown[];
  /** Number of rows of the entire list; null if the API does not send it. */
  count: number | null;
  /** Whether there is a next page; undefined if the API does not send this. */
  has_next: boolean | undefined;
}

const ENVELOPES = ['results', 'data', 'items', 'rows', 'list', 'objects'];
const MAX_DEPTH = 2;

/** Reads a page: a bare array, or an object that contains the array, possibly one level deeper. */
export function pageOf(body: unknown, depth = 0): Page | null {
  if (Array.isArray(body)) return { rows: body, count: null, has_next: undefined };
  if (!isObject(body) || depth > MAX_DEPTH) return null;
  const fields = fieldsOf(body);
  const name = ENVELOPES.find((each) => fields[each] !== undefined && fields[each] !== null);
  if (name === undefined) return null;
  const inner = pageOf(fields[name], depth + 1);
  if (!inner) return null;
  const count = [fields['count'], fields['total'], fields['total_count']].find((value) => typeof value === 'number');
  const has_next =
    'next' in fields ? fields['next'] !== null && fields['next'] !== '' && fields['next'] !== false : inner.has_next;
  return { rows: inner.rows, count: typeof count === 'number' ? count : inner.count, has_next };
}

const idOf = (row: unknown): string => {
  const { id, pk, uuid } = fieldsOf(row);
  return JSON.stringify(id ?? pk ?? uuid ?? row);
};

/** Collects the rows of a list without duplicates. */
class CollectedRows {
  readonly rows: unknown[];
  private readonly seen: Set<string>;

  constructor(rows: readonly unknown[]) {
    this.rows = [...rows];
    this.seen = new Set(rows.map(idOf));
  }

  /** Adds a page. Returns whether it contained a new row: an API that ignores the page number repeats its pages. */
  add(page: readonly unknown[]): boolean {
    const newRows = page.filter((row) => {
      const id = idOf(row);
      const isNew = !this.seen.has(id);
      this.seen.add(id);
      return isNew;
    });
    this.rows.push(...newRows);
    return newRows.length > 0;
  }
}

function requestPage(client: ApiClient, list: ListCall, page: number, etag: string | undefined): Promise<ApiResult> {
  const query = { ...list.query, ...(list.paged && { page, page_size: PAGE_SIZE }) };
  return client.call(list.call, { query, ...(list.body && { body: list.body }), ...(etag !== undefined && { etag }) });
}

/** Whether a page is the last one. A bare array is the last page unless it has exactly the size of a page. */
function isLastPage(list: ListCall, page: Page, collected: number): boolean {
  if (!list.paged || page.rows.length === 0) return true;
  if (page.has_next !== undefined) return !page.has_next;
  if (page.count !== null) return collected >= page.count;
  return page.rows.length !== PAGE_SIZE;
}

/** Whether a page says that there are more rows, by a link to the next page or by the number of all rows. */
const announcesMore = ({ has_next, count }: Page, collected: number): boolean =>
  has_next ?? (count !== null && collected < count);

/** Reads a list page by page. If a page fails, the list counts as not read, and is read again later. */
export async function readList(
  client: ApiClient,
  list: ListCall,
  from: PartOfList | null,
  etag?: string,
): Promise<ListResult> {
  const collected = new CollectedRows(from?.rows ?? []);
  const first = from?.next_page ?? 1;
  let is_announced = from?.is_announced ?? false;
  for (let at = first; at < first + MAX_PAGES; at += 1) {
    const result = await requestPage(client, list, at, at === 1 ? etag : undefined);
    // The API reports that there is no such page. If it has announced this page, the response came from an intermediary.
    if (at > 1 && result.kind === 'refused' && result.status === 404)
      return is_announced
        ? { kind: 'none', is_network: false }
        : { kind: 'whole', rows: collected.rows, is_whole: true, etag: null };
    if (result.kind !== 'reply') return result;
    // The profile is a single record instead of a list.
    const body = list.pick ? list.pick(result.body) : result.body;
    const page =
      pageOf(body) ?? (list.paged || !isObject(body) ? null : { rows: [body], count: null, has_next: false });
    if (!page) return { kind: 'none', is_network: false };
    const hasNew = collected.add(page.rows);
    const count = page.count ?? 0;
    if (at >= LAST_PAGE) return { kind: 'whole', rows: collected.rows, is_whole: false, etag: null };
    if (isLastPage(list, page, collected.rows.length) || !hasNew)
      return {
        kind: 'whole',
        rows: collected.rows,
        is_whole: collected.rows.length >= count,
        etag: at === 1 ? result.etag : null,
      };
    is_announced = announcesMore(page, collected.rows.length);
  }
  return { kind: 'part', part: { next_page: first + MAX_PAGES, is_announced, rows: collected.rows } };
}
