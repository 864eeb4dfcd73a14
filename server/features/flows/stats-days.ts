import { STATS_DAYS } from '../../../contract/landing/values.ts';

const DAY_MS = 86_400_000;

/** Returns the newest day that is no longer part of the figures of a page. Its rows are dropped with their month. */
export function lastExpiredDay(received_at: string): string {
  return new Date(Date.parse(received_at) - STATS_DAYS * DAY_MS).toISOString().slice(0, 10);
}
