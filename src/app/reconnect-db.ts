import type { PhoneDb } from '../db/schema/db.ts';
import { log } from '../lib/log.ts';

/** Before each try, ms: iOS needs a moment to start its storage again. */
const RETRY_DELAYS_MS = [200, 1_000, 3_000];

/**
 * The browser closed the database under us, as iOS does when it runs short of memory. Opens it again; false when it
 * does not open. Undefined when another tab wants it: then it stays closed.
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
      log.warn('the database did not open again', error);
      // Not for good: a query that comes meanwhile may open it as well.
      db.close({ disableAutoOpen: false });
    }
  }
  return false;
}
