import { markBooksEvicted } from './evicted-books.ts';
import type { FreedSpace } from '../schema/meta.ts';
import { filesCache, type PhoneDb, type SavedBlob } from '../schema/db.ts';
import { deleteFile, savedChunks } from './files.ts';

/** Cache of lesson images, which are public, content-addressed and shared by all users of this phone. */
export const MEDIA_CACHE = 'haversack-media';

/**
 * Returns the files that can be evicted because they can be fetched again: automatic downloads and files of finished
 * lessons.
 */
async function evictableFiles(db: PhoneDb): Promise<{ sha256: string; got: number }[]> {
  const done = new Set(await db.lesson_progress.where('state').equals('done').primaryKeys());
  const rows = await db.downloads.toArray();
  return rows.filter((row) => !row.is_asked || (row.state === 'downloaded' && done.has(row.lesson_id)));
}

async function evictFiles(db: PhoneDb, storage: CacheStorage | undefined): Promise<number> {
  const evictable = await evictableFiles(db);
  if (evictable.length === 0 || !storage) return 0;
  await db.downloads.bulkDelete(evictable.map(({ sha256 }) => sha256));
  const cache = await storage.open(filesCache(db.name));
  const stored = await savedChunks(cache);
  for (const { sha256 } of evictable) await deleteFile(cache, sha256, stored.get(sha256)?.chunks ?? []);
  const bytes = evictable.reduce((sum, { got }) => sum + got, 0);
  const freed: FreedSpace = { files: evictable.length, bytes, at: Date.now() };
  // This write may fail too, because the disk is full.
  await db.meta.put({ key: 'room_made', value: freed }).catch(() => {});
  return evictable.length;
}

/**
 * Marks the files of books that were read to the end as evicted. Returns the hashes of all other book files, which are
 * kept.
 */
async function evictReadBooks(db: PhoneDb): Promise<Set<string>> {
  const [books, shelves] = [await db.books.toArray(), await db.book_shelf.toArray()];
  const read = new Set(
    shelves.filter(({ places }) => places.some(({ percent }) => percent === 100)).map(({ id }) => id),
  );
  const evictable = books.filter(({ id }) => read.has(id)).map(({ file }) => file.sha256);
  const stored = await db.blobs.where('sha256').anyOf(evictable).primaryKeys();
  // This write may fail too, because the disk is full.
  if (stored.length > 0) await markBooksEvicted(db, stored).catch(() => {});
  return new Set(books.filter(({ id }) => !read.has(id)).map(({ file }) => file.sha256));
}

/**
 * Frees space on a full disk. Deletes what can be fetched again: automatic downloads, files of finished books and
 * lessons, photos that are on the server, lesson images and cached pages. Never deletes outbox entries, mirrored
 * records, files that the user chose, or photos that are not uploaded yet. Returns the number of deleted items; 0 if
 * nothing is left to delete.
 */
export async function freeUpSpace(db: PhoneDb, storage: CacheStorage | undefined): Promise<number> {
  const keptBooks = await evictReadBooks(db);
  const isDeletable = ({ sha256, sent_at }: SavedBlob) => sent_at !== null && !keptBooks.has(sha256.split(':')[0]!);
  const sent = await db.blobs.filter(isDeletable).primaryKeys();
  const pages = await db.pages.count();
  await db.blobs.bulkDelete(sent);
  await db.pages.clear();
  const hadMediaCache = (await storage?.has(MEDIA_CACHE)) ?? false;
  if (hadMediaCache) await storage?.delete(MEDIA_CACHE);
  return sent.length + pages + (hadMediaCache ? 1 : 0) + (await evictFiles(db, storage));
}
