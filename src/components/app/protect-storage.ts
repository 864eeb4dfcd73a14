import type { PhoneDb } from '../../db/schema/db.ts';
import { storageBuckets } from '../../lib/browser-ports.ts';
import { log } from '../../lib/log.ts';

/**
 * Asks the browser not to evict this app's storage, neither the default bucket nor the user's own bucket. Never throws.
 */
export async function protectStorage(db: Pick<PhoneDb, 'name'>): Promise<void> {
  try {
    const isGranted = await navigator.storage?.persist?.();
    // Opening an existing bucket again applies the permission to it.
    if (isGranted) await storageBuckets()?.open(db.name, { persisted: true });
  } catch (error) {
    log.warn('could not ask for persistent storage', error);
  }
}
