import type { PhoneDb } from '../db/schema/db.ts';
import { log } from '../lib/log.ts';

/** Delay in ms before each attempt: iOS needs a moment to restart its storage. */
const RETRY_DELAYS_MS = [200, 1_000, 3_000];

/**
 * Reopens a database that the browser has closed, as iOS does when memory runs short. Returns whether that succeeded.
 * Returns undefined if the app itself has closed the database in the meantime; it then stays closed.
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
      // Auto-open stays enabled, so that a query between two attempts can open the database too.
      db.close({ disableAutoOpen: false });
    }
  }
  return false;
}
