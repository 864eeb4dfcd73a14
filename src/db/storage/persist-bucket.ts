import { storageBuckets } from '../../lib/browser-ports.ts';
import type { PhoneDb } from '../schema/db.ts';

/** Applies the permission for persistent storage to the bucket of a user's database, by opening it again. */
export async function persistBucket(db: Pick<PhoneDb, 'name'>): Promise<void> {
  await storageBuckets()?.open(db.name, { persisted: true });
}
