import type { FindQuery, FindResult, ContactQuery } from '../../bridge/search-api.ts';

/** Number of ids per request; the next page is requested before the end of the current one is reached. */
const PAGE_SIZE = 50;

export interface ResultPage extends FindResult {
  /** Position of the first id in the complete list. */
  offset: number;
  /** Key of the query that produced this result; differs from the current key while the next result is pending. */
  key: string;
}

export interface ListState {
  shown: ResultPage | null;
  /** Whether the search worker did not respond. */
  isFailed: boolean;
}

interface Span {
  offset: number;
  limit: number;
}

export const keyOf = (wanted: ContactQuery): string => JSON.stringify(wanted);

/** Holds the visible part of a search result, and the previous result until the next one arrives. */
export class FoundList {
  private readonly find: (find: FindQuery) => Promise<FindResult | null>;
  private readonly watchers = new Set<() => void>();
  private wanted: ContactQuery;
  private span: Span = { offset: 0, limit: PAGE_SIZE * 2 };
  private requestNumber = 0;
  private state: ListState;

  constructor(wanted: ContactQuery, find: (find: FindQuery) => Promise<FindResult | null>, before: ResultPage | null) {
    this.wanted = wanted;
    this.find = find;
    this.state = { shown: before, isFailed: false };
    if (before) this.span = { offset: before.offset, limit: Math.max(before.ids.length, PAGE_SIZE * 2) };
  }

  current = (): ListState => this.state;

  watch = (notify: () => void): (() => void) => {
    this.watchers.add(notify);
    return () => this.watchers.delete(notify);
  };

  setQuery(wanted: ContactQuery): void {
    if (keyOf(wanted) === keyOf(this.wanted)) return;
    this.wanted = wanted;
    this.span = { offset: 0, limit: PAGE_SIZE * 2 };
    void this.search();
  }

  /** Fetches the ids around the visible rows `first` to `last`, if they are not loaded yet. */
  setVisibleRows(first: number, last: number): void {
    const offset = Math.max(0, Math.floor((first - PAGE_SIZE / 2) / PAGE_SIZE) * PAGE_SIZE);
    const end = Math.ceil((last + PAGE_SIZE / 2) / PAGE_SIZE) * PAGE_SIZE;
    const { shown: shownResult } = this.state;
    if (!shownResult || shownResult.key !== keyOf(this.wanted)) return;
    const isLoaded =
      this.span.offset <= offset && this.span.offset + this.span.limit >= Math.min(end, shownResult.total);
    if (isLoaded) return;
    this.span = { offset, limit: end - offset };
    void this.search();
  }

  /** Repeats the search, because the contacts have changed or the last attempt failed. */
  async search(): Promise<void> {
    this.requestNumber += 1;
    const { requestNumber, wanted, span } = this;
    const results = await this.find({ ...wanted, ...span });
    if (requestNumber !== this.requestNumber) return;
    const shownResult = results ? { ...results, offset: span.offset, key: keyOf(wanted) } : this.state.shown;
    this.state = { shown: shownResult, isFailed: results === null };
    for (const notify of this.watchers) notify();
  }
}
