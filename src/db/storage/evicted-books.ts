import type { PhoneDb } from '../schema/db.ts';
import { savedMeta, saveMeta } from '../schema/meta.ts';

const LIMIT = 500;

/** Files of books that do not come by themselves any more: deleted by hand, given up for room, or broken. */
export async function evictedBooks(db: PhoneDb): Promise<Set<string>> {
  return new Set(await savedMeta(db, 'books_left'));
}

/** From now on these files come only when somebody asks for them. */
export async function evictBooks(db: PhoneDb, hashes: readonly string[]): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const known = await evictedBooks(db);
    await saveMeta(db, 'books_left', [...new Set([...known, ...hashes])].slice(-LIMIT));
  });
}

/** Somebody asks for it. */
export async function unevictBook(db: PhoneDb, sha256: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const known = await evictedBooks(db);
    if (known.delete(sha256)) await saveMeta(db, 'books_left', [...known]);
  });
}
