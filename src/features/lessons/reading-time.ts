/** Without input for this long, reading has stopped. */
const IDLE_MS = 60_000;
/** The server accepts slices of at most 900 s; ours are far shorter. */
const MAX_S = 900;

/** An interval of reading in ms of this device's clock; `active_s` is what counts. */
export interface ReadingInterval {
  from: number;
  to: number;
  active_s: number;
}

/**
 * Counts the seconds of reading: the page is visible and was used within the last minute. Pure apart from its own sums;
 * the caller passes every time.
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
      // Hours away belong to no interval: the server accepts none over a day and counts each minute once.
      if (this.active_ms === 0) this.begun = this.seen;
      this.active_ms += end - this.seen;
    }
    this.seen = now;
  }

  /** Reports user input. */
  touch(now: number): void {
    this.count(now);
    this.touched = now;
  }

  setVisible(isVisible: boolean, now: number): void {
    this.count(now);
    this.isVisible = isVisible;
    if (isVisible) this.touched = now;
  }

  /** Returns the reading since the last call, or null below one second. */
  take(now: number): ReadingInterval | null {
    this.count(now);
    const active_s = Math.min(MAX_S, Math.floor(this.active_ms / 1000));
    if (active_s < 1) return null;
    // A clock set back meanwhile must not create an interval that ends before it starts.
    const stretch = { from: Math.min(this.begun, now - active_s * 1000), to: now, active_s };
    this.begun = now;
    this.active_ms = 0;
    return stretch;
  }
}
