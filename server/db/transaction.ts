import type { Db, Tx } from './tables.ts';

const retryable = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 6;

/** The SQLSTATE of a database error of either driver, or null. */
export function sqlState(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Runs one transaction, and repeats it up to six times after a serialisation failure or a deadlock (40001, 40P01). */
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
