import type { Db, Tx } from './tables.ts';

const again = new Set(['40001', '40P01']);
const MAX_TRIES = 6;

/** The SQLSTATE of a database error of either driver, or null. */
export function sqlState(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** One transaction. Run again, a few times, when the database gave it up for another one (40001, 40P01). */
export async function inTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (tries >= MAX_TRIES || !again.has(sqlState(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** tries));
    }
  }
}
