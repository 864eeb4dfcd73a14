import type { PhoneDb } from '../../src/db/db.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { MEDIA_CACHE } from '../../src/db/room.ts';

const BATCH = 4;
/** Larger files come only when somebody asks for them. */
const SMALL_BYTES = 200_000;

/**
 * Fetches the small pictures of the mirrored lessons, news and events that are not here yet, a few at a time. Stops at the first one
 * that does not come; the next turn goes on. Gives how many it brought.
 */
export async function fetchPictures(db: PhoneDb, storage: CacheStorage, get: Ports['fetch']): Promise<number> {
  const cache = await storage.open(MEDIA_CACHE);
  const here = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  const tables = [db.lessons, db.news, db.events];
  const rows = (await Promise.all(tables.map((table) => table.toArray()))).flat();
  const media = rows.flatMap((row) => row.media).filter((item) => item.bytes <= SMALL_BYTES);
  const wanted = [...new Set(media.map((item) => `/media/${item.sha256}`))].filter((path) => !here.has(path));
  let brought = 0;
  for (let start = 0; start < wanted.length; start += BATCH) {
    const results = await Promise.all(wanted.slice(start, start + BATCH).map((path) => bring(cache, path, get)));
    brought += results.filter(Boolean).length;
    if (results.includes(false)) break;
  }
  return brought;
}

async function bring(cache: Cache, path: string, get: Ports['fetch']): Promise<boolean> {
  try {
    const response = await get(path, { redirect: 'error' });
    if (response.status === 404) return true;
    if (!response.ok || !(response.headers.get('Content-Type') ?? '').startsWith('image/')) return false;
    await cache.put(path, response);
    return true;
  } catch {
    return false;
  }
}
