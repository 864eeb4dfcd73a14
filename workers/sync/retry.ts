/** Full jitter: a random wait up to base x 2^attempt, capped. Times in ms. */
export function jitter(random: () => number, attempt: number, base_ms: number, cap_ms: number): number {
  return Math.round(random() * Math.min(cap_ms, base_ms * 2 ** Math.min(attempt, 16)));
}

/** Between turns while the network or the whole server fails. */
export const turnBackoff = (random: () => number, attempt: number): number =>
  250 + jitter(random, attempt, 2_000, 20_000);

/** Before an op goes again that the server fails on by itself. */
export const opBackoff = (random: () => number, attempt: number): number =>
  500 + jitter(random, attempt, 2_000, 300_000);

/** No server makes us wait longer. */
export const LONGEST_RETRY_AFTER_MS = 3_600_000;

/** What is left of a Retry-After, ms. A moment farther ahead than any wait means that the clock was set back since. */
export function retryAfterLeft(until: number, now: number): number {
  const left = until - now;
  return left > LONGEST_RETRY_AFTER_MS ? 0 : Math.max(0, left);
}

/** Seconds or a date of a Retry-After header, as ms from now; null when there is none to read. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
