import type { Clock } from '../../src/lib/ports.ts';

interface Timer {
  at: number;
  run: () => void;
}

/** A clock that moves only with the schedule, shared by all devices of a world and its server. */
export class VirtualClock {
  ms: number;
  private timers: Timer[] = [];

  constructor(start: number) {
    this.ms = start;
  }

  /** A device's own clock: this one with an offset in ms. */
  view(offset: () => number): Clock {
    return {
      now: () => this.ms + offset(),
      after: (wait, run) => {
        const timer = { at: this.ms + wait, run };
        this.timers.push(timer);
        return () => {
          this.timers = this.timers.filter((other) => other !== timer);
        };
      },
    };
  }

  /** Moves to the next timer within `limit` ms and fires it. Returns false when there is none. */
  ringNext(limit: number): boolean {
    const next = this.timers.toSorted((a, b) => a.at - b.at)[0];
    if (!next || next.at > limit) return false;
    this.timers = this.timers.filter((timer) => timer !== next);
    this.ms = Math.max(this.ms, next.at);
    next.run();
    return true;
  }

  pass(ms: number): void {
    this.ms += ms;
  }
}
