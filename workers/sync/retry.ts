import type { Gates } from '../../src/db/schema/sync-status.ts';

/** Full jitter: a random wait up to base x 2^attempt, capped. Times in ms. */
export function jitter(random: () => number, attempt: number, base_ms: number, cap_ms: number): number {
  return Math.round(random() * Math.min(cap_ms, base_ms * 2 ** Math.min(attempt, 16)));
}

/** Wait between cycles while the network or the whole server fails. */
export const cycleBackoff = (random: () => number, attempt: number): number =>
  250 + jitter(random, attempt, 2_000, 20_000);

/** Wait before resending an op that the server fails on. */
export const opBackoff = (random: () => number, attempt: number): number =>
  500 + jitter(random, attempt, 2_000, 300_000);

/** Upper bound of a wait that a server requests. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/** A wait requested by a server, device time, ms. */
export interface Wait {
  asked_at: number;
  until: number;
}

/** Returns the rest of a wait, ms; 0 if the clock was set back, since the wait would become longer than requested. */
export function waitLeft(wait: Wait | undefined, now: number): number {
  if (wait === undefined || now < wait.asked_at) return 0;
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, wait.until - now));
}

/** Returns the rest of the global wait, ms. */
export const gateLeft = ({ retry_after, retry_asked_at }: Gates, now: number): number =>
  waitLeft({ asked_at: retry_asked_at ?? retry_after - MAX_RETRY_AFTER_MS, until: retry_after }, now);

/** Parses a Retry-After header (seconds or date) to ms from now; null if absent or malformed. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
