import { isTransientError } from './db/transaction.ts';
import type { Log } from './log.ts';

/**
 * Logs that something has failed that will be tried again. That the database is busy or cannot be reached is only a
 * warning, so that a failover raises no alarm about errors; anything else is an error.
 */
export function logFailure(log: Pick<Log, 'warn' | 'error'>, error: unknown, text: string, facts: object = {}): void {
  if (isTransientError(error)) log.warn({ ...facts, reason: error instanceof Error ? error.message : '' }, text);
  else log.error({ ...facts, err: error }, text);
}
