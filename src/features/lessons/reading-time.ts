/** Time in ms without input after which the user counts as no longer reading. */
const IDLE_MS = 60_000;
/** The server accepts at most 900 s of reading per interval; the intervals of this timer are far shorter. */
const MAX_S = 900;

/** An interval of reading, in ms of this device's clock; `active_s` is the counted reading time in seconds. */
export interface ReadingInterval {
  from: number;
  to: number;
  active_s: number;
}

/**
 * Counts the seconds in which the page is visible and was used within the last minute. The caller passes the current
 * time to each method.
 */
export class ReadingTimer {
  private startedAt: number;
  private countedUntil: number;
  private lastInputAt: number;
  private active_ms = 0;
  private isVisible: boolean;

  constructor(now: number, isVisible: boolean) {
    this.startedAt = now;
    this.countedUntil = now;
    this.lastInputAt = now;
    this.isVisible = isVisible;
  }

  /** Counts the reading time up to `now`. If the clock was set back, counts nothing. */
  private count(now: number): void {
    const end = Math.min(now, this.lastInputAt + IDLE_MS);
    if (this.isVisible && end > this.countedUntil) {
      // The interval begins with the first counted time, so that hours of absence are not part of it. The server
      // rejects intervals of more than a day, and counts each minute only once.
      if (this.active_ms === 0) this.startedAt = this.countedUntil;
      this.active_ms += end - this.countedUntil;
    }
    this.countedUntil = now;
  }

  /** Reports user input. */
  touch(now: number): void {
    this.count(now);
    this.lastInputAt = now;
  }

  setVisible(isVisible: boolean, now: number): void {
    this.count(now);
    this.isVisible = isVisible;
    if (isVisible) this.lastInputAt = now;
  }

  /** Returns the interval of reading since the last call, or null if it is below one second. */
  take(now: number): ReadingInterval | null {
    this.count(now);
    const active_s = Math.min(MAX_S, Math.floor(this.active_ms / 1000));
    if (active_s < 1) return null;
    // If the clock was set back in the meantime, the interval must not end before it starts.
    const interval = { from: Math.min(this.startedAt, now - active_s * 1000), to: now, active_s };
    this.startedAt = now;
    this.active_ms = 0;
    return interval;
  }
}
