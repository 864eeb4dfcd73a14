/** Without a touch, a key or a scroll for this long nobody is reading. */
const IDLE_MS = 60_000;
/** The longest slice that the server takes is 900 s; ours are far shorter. */
const MAX_S = 900;

/** A stretch of reading, in ms of this phone's clock; `active_s` is what counts. */
export interface ReadingInterval {
  from: number;
  to: number;
  active_s: number;
}

/**
 * Counts the seconds in which somebody reads: the page is visible and was touched within the last minute. Pure but for
 * its own sums; every moment comes in by the caller.
 */
export class ReadingTimer {
  private begun: number;
  private seen: number;
  private touched: number;
  private active_ms = 0;
  private isVisible: boolean;

  constructor(now: number, isVisible: boolean) {
    this.begun = now;
    this.seen = now;
    this.touched = now;
    this.isVisible = isVisible;
  }

  /** Counts up to `now`. A clock that jumps back counts nothing. */
  private count(now: number): void {
    const end = Math.min(now, this.touched + IDLE_MS);
    if (this.isVisible && end > this.seen) {
      // Hours away belong to no stretch: the server takes none over a day, and counts no minute of one twice.
      if (this.active_ms === 0) this.begun = this.seen;
      this.active_ms += end - this.seen;
    }
    this.seen = now;
  }

  /** The person did something. */
  touch(now: number): void {
    this.count(now);
    this.touched = now;
  }

  setVisible(isVisible: boolean, now: number): void {
    this.count(now);
    this.isVisible = isVisible;
    if (isVisible) this.touched = now;
  }

  /** What has been read since the last time, or null when it is less than a second. */
  take(now: number): ReadingInterval | null {
    this.count(now);
    const active_s = Math.min(MAX_S, Math.floor(this.active_ms / 1000));
    if (active_s < 1) return null;
    // A clock that was set back meanwhile must not make a stretch that ends before it begins.
    const stretch = { from: Math.min(this.begun, now - active_s * 1000), to: now, active_s };
    this.begun = now;
    this.active_ms = 0;
    return stretch;
  }
}
