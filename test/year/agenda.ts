interface Entry {
  at: number;
  run: () => Promise<void> | void;
}

/**
 * The planned events of a year, in the order of their times. The clock of the agenda jumps from one event to the next,
 * so that idle days take no time.
 */
export class Agenda {
  /** The virtual time in ms. */
  now: number;
  /** The entries, latest first, so that the next entry is the last element. */
  private readonly entries: Entry[] = [];

  constructor(start: number) {
    this.now = start;
  }

  get date(): Date {
    return new Date(this.now);
  }

  get iso(): string {
    return this.date.toISOString();
  }

  /** Adds an entry. Entries at the same moment run in the order in which they were added. */
  at(ms: number, run: Entry['run']): void {
    const at = Math.max(Math.ceil(ms), this.now);
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entries[middle]!.at > at) low = middle + 1;
      else high = middle;
    }
    this.entries.splice(low, 0, { at, run });
  }

  after(ms: number, run: Entry['run']): void {
    this.at(this.now + ms, run);
  }

  /** Runs all entries before `end`, and then sets the clock to `end`. */
  async runUntil(end: number, isOver: () => boolean): Promise<void> {
    for (;;) {
      const next = this.entries.at(-1);
      if (!next || next.at >= end || isOver()) break;
      this.entries.pop();
      this.now = next.at;
      await next.run();
    }
    this.now = Math.max(this.now, end);
  }
}
