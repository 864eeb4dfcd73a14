import { storageBuckets } from '../../lib/browser-ports.ts';
import type { PhoneDb } from '../schema/db.ts';

/** Asks the browser not to evict what this app stores: the default bucket, and with it the user's own. Never throws. */
export async function protectStorage(db: Pick<PhoneDb, 'name'>): Promise<void> {
  const isGranted = await navigator.storage?.persist?.().catch(() => false);
  // Opening an existing bucket again applies the permission to it.
  if (isGranted) await storageBuckets()?.open(db.name, { persisted: true });
}
