import type { PhoneDb } from '../../db/schema/db.ts';
import { storageBuckets } from '../../lib/browser-ports.ts';
import { log } from '../../lib/log.ts';

/**
 * Asks the browser not to evict the storage of this app: the default bucket and the user's own bucket. Never throws.
 */
export async function protectStorage(db: Pick<PhoneDb, 'name'>): Promise<void> {
  try {
    const isGranted = await navigator.storage?.persist?.();
    // The permission does not apply to an existing bucket until the bucket is opened again.
    if (isGranted) await storageBuckets()?.open(db.name, { persisted: true });
  } catch (error) {
    log.warn('could not ask for persistent storage', error);
  }
}
