import { persistBucket } from '../../db/storage/persist-bucket.ts';
import type { PhoneDb } from '../../db/schema/db.ts';

/** Asks the browser not to evict what this app stores: the default bucket, and with it the user's own. Never throws. */
export async function protectStorage(db: Pick<PhoneDb, 'name'>): Promise<void> {
  const isGranted = await navigator.storage?.persist?.().catch(() => false);
  if (isGranted) await persistBucket(db);
}
