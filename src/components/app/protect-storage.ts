import type { PhoneDb } from '../../db/schema/db.ts';
import { storageBuckets } from '../../lib/browser-ports.ts';
import { log } from '../../lib/log.ts';

/**
 * Asks the browser not to evict this app's storage, neither the default bucket nor the user's own bucket. Never throws.
 */
export async function protectStorage(db: Pick<PhoneDb, 'name'>): Promise<void> {
  try {
    const isGranted = await navigator.storage?.persist?.();
    // The permission applies to an existing bucket only after the bucket is opened again.
    if (isGranted) await storageBuckets()?.open(db.name, { persisted: true });
  } catch (error) {
    log.warn('could not ask for persistent storage', error);
  }
}
