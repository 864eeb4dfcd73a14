import type { PhoneDb } from './db.ts';

/** Pictures of lessons: public, named by their content, shared by everybody on this phone. */
export const MEDIA_CACHE = 'haversack-media';

/**
 * Makes room on a full disk: what was fetched by itself and can be fetched again goes. Never the outbox, a text, or a
 * photo that the server does not have yet. Gives how many things went; 0 says that there is nothing left to give.
 */
export async function makeRoom(db: PhoneDb, storage: CacheStorage | undefined): Promise<number> {
  const sent = (await db.blobs.toArray()).filter((blob) => blob.sent_at !== null).map((blob) => blob.sha256);
  const pages = await db.pages.count();
  await db.blobs.bulkDelete(sent);
  await db.pages.clear();
  const had = (await storage?.has(MEDIA_CACHE)) ?? false;
  if (had) await storage?.delete(MEDIA_CACHE);
  return sent.length + pages + (had ? 1 : 0);
}
