import type { Gates } from '../../src/db/queries/status.ts';

/** Full jitter: a random wait up to base x 2^attempt, capped. Times in ms. */
export function jitter(random: () => number, attempt: number, base_ms: number, cap_ms: number): number {
  return Math.round(random() * Math.min(cap_ms, base_ms * 2 ** Math.min(attempt, 16)));
}

/** Between turns while the network or the whole server fails. */
export const cycleBackoff = (random: () => number, attempt: number): number =>
  250 + jitter(random, attempt, 2_000, 20_000);

/** Before an op goes again that the server fails on by itself. */
export const opBackoff = (random: () => number, attempt: number): number =>
  500 + jitter(random, attempt, 2_000, 300_000);

/** No server makes us wait longer. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/** A wait that a server asked for, by the phone's clock, ms. */
export interface Wait {
  asked_at: number;
  until: number;
}

/** What is left of a wait, ms. Nothing once the clock was set back: it would go on for longer than was asked. */
export function waitLeft(wait: Wait | undefined, now: number): number {
  if (wait === undefined || now < wait.asked_at) return 0;
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, wait.until - now));
}

/** What is left of the wait that the server asked of everything. */
export const gateLeft = ({ retry_after, retry_asked_at }: Gates, now: number): number =>
  waitLeft({ asked_at: retry_asked_at ?? retry_after - MAX_RETRY_AFTER_MS, until: retry_after }, now);

/** Seconds or a date of a Retry-After header, as ms from now; null when there is none to read. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
