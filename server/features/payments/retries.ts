const DAY_MS = 86_400_000;
/** Numbers of days after its due date at which a failed charge is retried. */
const TRY_DAYS: readonly number[] = [1, 3, 5];

/**
 * Returns the time at which a charge that was due at `due_at` is retried after the given number of failed attempts;
 * null if it is not retried any more.
 */
export function nextTryAt(due_at: string, failed_attempts: number): string | null {
  const days = TRY_DAYS[failed_attempts - 1];
  return days === undefined ? null : new Date(Date.parse(due_at) + days * DAY_MS).toISOString();
}
