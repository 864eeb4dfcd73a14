import { isTransientError } from './db/transaction.ts';
import type { Log } from './log.ts';

/**
 * Logs the failure of a step that will be repeated. If the database was busy or could not be reached, logs only a
 * warning, so that a failover does not trigger alerts about errors; otherwise logs an error.
 */
export function logFailure(log: Pick<Log, 'warn' | 'error'>, error: unknown, text: string, facts: object = {}): void {
  if (isTransientError(error)) log.warn({ ...facts, reason: error instanceof Error ? error.message : '' }, text);
  else log.error({ ...facts, err: error }, text);
}
