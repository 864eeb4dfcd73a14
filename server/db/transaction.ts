import { sql } from 'kysely';
import { setTableChanges, tableChangesOf } from './table-changes.ts';
import type { Db, Tx } from './tables.ts';

const retryableStates = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 6;

/** The SQLSTATE of a statement that waited longer than `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** Returns the SQLSTATE of a database error from either driver, or null if it is not one. */
export function sqlState(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/**
 * SQL states of transient errors: connection lost, server overloaded or shutting down, lock timeout, transaction
 * aborted, and a primary that has become a replica.
 */
const transientStates = /^(08|53|57P|55P03|40001|40P01|25006)/;
/** Messages of the driver's errors that have no code and are thrown if there is no connection. */
const noConnectionMessage =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed))/;
/** Codes of network errors. */
const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/** Whether the same request may succeed later: the database was busy, or could not be reached. */
export function isTransientError(error: unknown): boolean {
  if (transientStates.test(sqlState(error) ?? '')) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  if (code === undefined) return noConnectionMessage.test(error.message);
  return typeof code === 'string' && networkErrors.has(code);
}

/**
 * Limits how long each further statement of a transaction waits for a lock. A statement that waits longer fails with
 * 55P03.
 */
export const setLockTimeout = (tx: Tx, ms: number): Promise<unknown> =>
  sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx);

/**
 * Runs a transaction, with up to six attempts if it fails because of a serialisation failure or a deadlock (40001,
 * 40P01).
 */
export async function inTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>, attempts = MAX_ATTEMPTS): Promise<T> {
  const changes = tableChangesOf(db);
  const runWithChanges = (tx: Tx): Promise<T> => {
    if (changes) setTableChanges(tx, changes);
    return run(tx);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(runWithChanges);
    } catch (error) {
      if (attempt >= attempts || !retryableStates.has(sqlState(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
}
