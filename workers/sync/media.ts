import type { MediaItem } from '../../contract/entities/lesson.ts';
import type { BookResult, BookAction } from '../../src/bridge/sync-api.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedDeviceValue } from '../../src/db/schema/device.ts';
import { MEDIA_CACHE } from '../../src/db/storage/free-up-space.ts';
import { SMALL_IMAGE_BYTES } from '../../src/db/storage/lesson-files.ts';
import type { Ports } from '../../src/lib/ports.ts';
import type { SyncClient } from './sync-client.ts';
import type { Session } from './session.ts';

const BATCH = 4;

function sessionOf({ actor, db, device }: SyncClient, ports: Ports): Session {
  return { user_id: actor.user_id, device_id: actor.device_id, db, device, ports };
}

/** Runs the download queue. Its code is loaded only if there is something to do. */
export async function runQueuedDownloads(client: SyncClient, ports: Ports): Promise<void> {
  const waiting = await client.db.downloads.where('state').anyOf('queued', 'downloading').count();
  if (waiting === 0 && !(await savedDeviceValue(client.device, 'auto_download'))) return;
  await (await import('./downloads.ts')).runDownloads(sessionOf(client, ports));
}

/** Fetches media after a successful sync cycle: small images, requested downloads and purchased books. */
export async function fetchMedia(client: SyncClient, ports: Ports): Promise<void> {
  if (!ports.caches) return;
  const { caches, fetch: get } = ports;
  // Only one tab at a time fetches images: on a slow connection, the next cycle may end while they are still being
  // fetched.
  await ports.locks.request('haversack-pictures', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await fetchSmallImages(client.db, caches, get);
  });
  await runQueuedDownloads(client, ports);
  if ((await client.db.book_shelf.filter(({ bought_at }) => bought_at !== null).count()) > 0)
    await (await import('./books.ts')).fetchBoughtBooks(sessionOf(client, ports));
  if (await hasPdf(client.db)) await (await import('./books.ts')).ensurePdfViewer(sessionOf(client, ports));
}

/** Whether a PDF is stored on this phone. */
async function hasPdf(db: PhoneDb): Promise<boolean> {
  const pdfs = await db.books.filter(({ format }) => format === 'pdf').toArray();
  return (
    (await db.blobs
      .where('sha256')
      .anyOf(pdfs.map(({ file }) => file.sha256))
      .count()) > 0
  );
}

/** Runs an action on a book that the user started from a screen. */
export async function runBookAction(
  client: SyncClient,
  ports: Ports,
  action: BookAction,
  id: string,
): Promise<BookResult> {
  return (await import('./books.ts')).runBookAction(sessionOf(client, ports), action, id);
}

const isSmallImage = ({ kind, bytes }: MediaItem) =>
  (kind === 'cover' || kind === 'image') && bytes <= SMALL_IMAGE_BYTES;

/**
 * Fetches missing small images of the mirrored lessons, news, events and books, a few at a time. Stops at the first
 * failure; the next cycle continues. Returns the number of fetched images.
 */
async function fetchSmallImages(db: PhoneDb, storage: CacheStorage, get: Ports['fetch']): Promise<number> {
  const cache = await storage.open(MEDIA_CACHE);
  const cached = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  const tables = [db.lessons, db.news, db.events, db.books];
  const rows = (await Promise.all(tables.map((table) => table.toArray()))).flat();
  const media = rows.flatMap((row) => row.media).filter(isSmallImage);
  const wanted = [...new Set(media.map((item) => `/media/${item.sha256}`))].filter((path) => !cached.has(path));
  let fetched = 0;
  for (let start = 0; start < wanted.length; start += BATCH) {
    const results = await Promise.all(wanted.slice(start, start + BATCH).map((path) => fetchImage(cache, path, get)));
    fetched += results.filter(Boolean).length;
    if (results.includes(false)) break;
  }
  return fetched;
}

async function fetchImage(cache: Cache, path: string, get: Ports['fetch']): Promise<boolean> {
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
