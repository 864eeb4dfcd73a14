const DAY_MS = 86_400_000;
/** Days after the date of a charge on which a failed one is tried again. */
const TRY_DAYS: readonly number[] = [1, 3, 5];

/**
 * Returns when a charge of this date is tried again after the given number of failed attempts; null if it is given up.
 */
export function nextTryAt(due_at: string, failed_attempts: number): string | null {
  const days = TRY_DAYS[failed_attempts - 1];
  return days === undefined ? null : new Date(Date.parse(due_at) + days * DAY_MS).toISOString();
}
