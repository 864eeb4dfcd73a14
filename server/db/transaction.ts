import type { Db, Tx } from './tables.ts';

const retryable = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 6;

/** Returns the SQLSTATE of a database error from either driver, or null if it is not one. */
export function sqlState(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/**
 * Runs a transaction, with up to six attempts if it fails because of a serialisation failure or a deadlock (40001,
 * 40P01).
 */
export async function inTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !retryable.has(sqlState(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
}
