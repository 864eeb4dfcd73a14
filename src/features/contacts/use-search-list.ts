import type { FindQuery, FindResult, ContactQuery } from '../../bridge/search-api.ts';

/** Ids are asked for in spans of this many; the list asks again before it comes to an end. */
const PAGE_SIZE = 50;

export interface Shown extends FindResult {
  /** Place of the first id in the list. */
  offset: number;
  /** Of what it is the answer; another one than asked for while that is on its way. */
  key: string;
}

export interface ListState {
  shown: Shown | null;
  /** The search did not answer. */
  isFailed: boolean;
}

interface Span {
  offset: number;
  limit: number;
}

export const keyOf = (wanted: ContactQuery): string => JSON.stringify(wanted);

/** The part of a search's answer that is in sight. What is shown stays until the next answer is there. */
export class FoundList {
  private readonly find: (find: FindQuery) => Promise<FindResult | null>;
  private readonly watchers = new Set<() => void>();
  private wanted: ContactQuery;
  private span: Span = { offset: 0, limit: PAGE_SIZE * 2 };
  private turn = 0;
  private state: ListState;

  constructor(wanted: ContactQuery, find: (find: FindQuery) => Promise<FindResult | null>, before: Shown | null) {
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

  want(wanted: ContactQuery): void {
    if (keyOf(wanted) === keyOf(this.wanted)) return;
    this.wanted = wanted;
    this.span = { offset: 0, limit: PAGE_SIZE * 2 };
    void this.ask();
  }

  /** Rows from `first` to `last` are in sight. */
  see(first: number, last: number): void {
    const offset = Math.max(0, Math.floor((first - PAGE_SIZE / 2) / PAGE_SIZE) * PAGE_SIZE);
    const end = Math.ceil((last + PAGE_SIZE / 2) / PAGE_SIZE) * PAGE_SIZE;
    const { shown } = this.state;
    if (!shown || shown.key !== keyOf(this.wanted)) return;
    const isHere = this.span.offset <= offset && this.span.offset + this.span.limit >= Math.min(end, shown.total);
    if (isHere) return;
    this.span = { offset, limit: end - offset };
    void this.ask();
  }

  /** The contacts changed, or the last try failed. */
  async ask(): Promise<void> {
    this.turn += 1;
    const { turn, wanted, span } = this;
    const found = await this.find({ ...wanted, ...span });
    if (turn !== this.turn) return;
    const shown = found ? { ...found, offset: span.offset, key: keyOf(wanted) } : this.state.shown;
    this.state = { shown, isFailed: found === null };
    for (const notify of this.watchers) notify();
  }
}
