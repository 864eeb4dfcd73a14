import type { PhoneDb } from '../schema/db.ts';
import { savedMeta, saveMeta } from '../schema/meta.ts';

const LIMIT = 500;

/** Returns hashes of book files that are not downloaded automatically: deleted by the user, evicted, or corrupt. */
export async function evictedBooks(db: PhoneDb): Promise<Set<string>> {
  return new Set(await savedMeta(db, 'books_left'));
}

/** Excludes book files from automatic downloads until the user requests them. */
export async function markBooksEvicted(db: PhoneDb, hashes: readonly string[]): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const evictedHashes = await evictedBooks(db);
    await saveMeta(db, 'books_left', [...new Set([...evictedHashes, ...hashes])].slice(-LIMIT));
  });
}

/** Allows automatic downloads of a book file again, at the user's request. */
export async function unmarkBookEvicted(db: PhoneDb, sha256: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const evictedHashes = await evictedBooks(db);
    if (evictedHashes.delete(sha256)) await saveMeta(db, 'books_left', [...evictedHashes]);
  });
}
