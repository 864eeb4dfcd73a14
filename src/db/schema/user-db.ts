import {
  hasDb,
  openPhoneDb,
  userDbName,
  type DbPorts,
  type OnSuperseded,
  type PhoneDb,
  type UserDbPorts,
} from './db.ts';

// [Note: One bucket per user] Browsers keep deleted values of IndexedDB on the disk until they compact their files,
// which may never happen; a storage bucket is deleted with its files. Therefore each user's database has its own
// bucket, if the browser supports buckets and protects the new bucket from eviction at least as well as the default
// one. If the protection were weaker, the browser could evict unsent work that it would have kept in the default
// bucket. Until a database has been moved completely, its copy in the default bucket is the valid one.

/** Returns the IndexedDB that holds a user's database: the default one, or that of the user's own bucket. */
async function userDisk(user_id: string, ports: UserDbPorts): Promise<DbPorts> {
  const { buckets, IDBKeyRange } = ports;
  if (!buckets) return ports;
  const name = userDbName(user_id);
  const [bucket, isInDefaultBucket] = await Promise.all([buckets.open(name, { persisted: true }), hasDb(ports, name)]);
  const disk = { indexedDB: bucket.indexedDB, IDBKeyRange };
  if (!isInDefaultBucket && (await hasDb(disk, name))) return disk;
  const { prepareBucket } = await import('../storage/move-user-db.ts');
  return (await prepareBucket(user_id, bucket, ports)) ? disk : ports;
}

/**
 * Opens a user's database wherever it is stored on this phone; creates or upgrades it if needed. Pages and workers open
 * it only through this function.
 */
export async function openUserDb(
  user_id: string,
  ports: UserDbPorts,
  onSuperseded: OnSuperseded = () => {},
): Promise<PhoneDb> {
  return openPhoneDb(user_id, await userDisk(user_id, ports), onSuperseded);
}
