import type { PhoneDb } from '../schema/db.ts';
import { savedMeta, saveMeta } from '../schema/meta.ts';

const MOST = 500;

/** Files of books that do not come by themselves any more: deleted by hand, given up for room, or broken. */
export async function booksLeft(db: PhoneDb): Promise<Set<string>> {
  return new Set(await savedMeta(db, 'books_left'));
}

/** From now on these files come only when somebody asks for them. */
export async function leaveBooks(db: PhoneDb, hashes: readonly string[]): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const known = await booksLeft(db);
    await saveMeta(db, 'books_left', [...new Set([...known, ...hashes])].slice(-MOST));
  });
}

/** Somebody asks for it. */
export async function wantBook(db: PhoneDb, sha256: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const known = await booksLeft(db);
    if (known.delete(sha256)) await saveMeta(db, 'books_left', [...known]);
  });
}
