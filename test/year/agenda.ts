interface Entry {
  at: number;
  run: () => Promise<void> | void;
}

/**
 * What happens during a year, in order of time. Its clock jumps from one entry to the next, so idle days cost nothing.
 */
export class Agenda {
  /** The virtual time, ms. */
  now: number;
  /** Latest first, so that the next entry is the last one. */
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

  /** Adds an entry. Of entries at the same moment, the one that was added first runs first. */
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

  /** Runs everything that happens before `end`, and then sets the clock to `end`. */
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
