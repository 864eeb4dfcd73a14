import type { PhoneDb } from '../db/schema/db.ts';
import { log } from '../lib/log.ts';

/** Delays before each attempt in ms: iOS needs a moment to restart its storage. */
const RETRY_DELAYS_MS = [200, 1_000, 3_000];

/**
 * Reopens a database closed by the browser, as iOS does when memory runs short. Returns false if it cannot be opened,
 * and undefined if another tab needs it, in which case it stays closed.
 */
export async function reconnectDb(db: PhoneDb, wait: (ms: number) => Promise<void>): Promise<boolean | undefined> {
  for (const ms of RETRY_DELAYS_MS) {
    await wait(ms);
    if (db.hasBeenClosed()) return undefined;
    try {
      await db.open();
      await db.meta.count();
      return true;
    } catch (error) {
      log.warn('reopening the database failed', error);
      // Auto-open stays enabled, since a query in the meantime may open the database as well.
      db.close({ disableAutoOpen: false });
    }
  }
  return false;
}
