import type { Clock } from '../../src/lib/ports.ts';

interface Timer {
  at: number;
  run: () => void;
}

/** A clock that only the schedule advances, shared by all devices of a world and its server. */
export class VirtualClock {
  ms: number;
  private timers: Timer[] = [];

  constructor(start: number) {
    this.ms = start;
  }

  /** Returns the clock of a device: this clock plus an offset in ms. */
  view(offset: () => number): Clock {
    return { now: () => this.ms + offset(), after: (wait, run) => this.after(wait, run) };
  }

  /** Calls `run` after `wait` ms. Returns a function that cancels the call. */
  after(wait: number, run: () => void): () => void {
    const timer = { at: Math.ceil(this.ms + wait), run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** Resolves after `ms`. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /**
   * Returns the timer that is due next. If several timers are due at the same moment, the one that was set first is
   * returned.
   */
  private next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.timers) if (!next || timer.at < next.at) next = timer;
    return next;
  }

  /** Whether a timer is due within `ms`. */
  hasTimerWithin(ms: number): boolean {
    return this.timers.some(({ at }) => at <= this.ms + ms);
  }

  /** Advances to the next timer and fires it. Returns false if there is none. */
  fireNext(): boolean {
    const next = this.next();
    if (!next) return false;
    this.timers = this.timers.filter((timer) => timer !== next);
    this.ms = Math.max(this.ms, next.at);
    next.run();
    return true;
  }
}
