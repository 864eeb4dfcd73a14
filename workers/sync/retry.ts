import type { Gates } from '../../src/db/schema/sync-status.ts';

/** Returns a random wait of up to `base_ms` * 2^`attempt`, at most `cap_ms` (full jitter). */
export function backoffWithJitter(random: () => number, attempt: number, base_ms: number, cap_ms: number): number {
  return Math.round(random() * Math.min(cap_ms, base_ms * 2 ** Math.min(attempt, 16)));
}

/** Returns the wait between sync cycles while the network or the entire server fails. */
export const cycleBackoff = (random: () => number, attempt: number): number =>
  250 + backoffWithJitter(random, attempt, 2_000, 20_000);

/** Returns the wait before an op that failed on the server is sent again. */
export const opBackoff = (random: () => number, attempt: number): number =>
  500 + backoffWithJitter(random, attempt, 2_000, 300_000);

/** Longest wait that is accepted when a server requests one. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/** A wait that a server requested: when it was requested, and when it ends. Both are device times, ms. */
export interface Wait {
  asked_at: number;
  until: number;
}

/**
 * Returns how much of a wait is left, ms. Returns 0 if the clock was set back, because the wait would otherwise last
 * longer than requested.
 */
export function remainingWait(wait: Wait | undefined, now: number): number {
  if (wait === undefined || now < wait.asked_at) return 0;
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, wait.until - now));
}

/** Returns how much is left of the wait that applies to all requests, ms. */
export const remainingGateWait = ({ retry_after, retry_asked_at }: Gates, now: number): number =>
  remainingWait({ asked_at: retry_asked_at ?? retry_after - MAX_RETRY_AFTER_MS, until: retry_after }, now);

/** Parses a Retry-After header (seconds or a date). Returns ms from now, or null if it is absent or malformed. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
