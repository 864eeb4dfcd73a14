import { MEDIA_CHUNK_BYTES } from '../../../contract/media-range.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { Download } from '../../db/storage/download-row.ts';
import { savedDownloads } from '../../db/storage/lesson-files.ts';
import { savedMeta, type FreedSpace } from '../../db/schema/meta.ts';
import { MEDIA_CACHE } from '../../db/storage/free-up-space.ts';

/** The files of a lesson: a video and its captions are downloaded and removed together. */
export interface Bundle {
  lesson_id: string;
  title: string;
  /** Type of the lesson's largest file. */
  kind: Download['kind'];
  state: Download['state'];
  fault: Download['fault'];
  bytes: number;
  got: number;
  hashes: string[];
}

export interface DownloadList {
  bundles: Bundle[];
  /** Number of downloaded bytes. */
  got: number;
  /** Downloads of lessons that were finished long ago and can therefore be removed. */
  finished: Bundle[];
  room_made: FreedSpace | null;
}

const FINISHED_LONG_AGO_MS = 30 * 86_400_000;

/** File states in order of precedence: a bundle has the first of these states that any of its files has. */
const precedence = ['downloading', 'queued', 'failed', 'paused', 'downloaded'] as const;

/** Combines the files of one lesson into a bundle. The files must be sorted by size, largest first. */
function bundleOf(files: readonly [Download, ...Download[]]): Bundle {
  const [{ lesson_id, title, kind }] = files;
  const state = precedence.find((candidate) => files.some((file) => file.state === candidate)) ?? 'downloaded';
  const fault = files.find((file) => file.state === state)?.fault ?? null;
  const sum = (key: 'bytes' | 'got') => files.reduce((total, file) => total + file[key], 0);
  const hashes = files.map(({ sha256 }) => sha256);
  return { lesson_id, title, kind, state, fault, bytes: sum('bytes'), got: sum('got'), hashes };
}

function groupIntoBundles(files: readonly Download[]): Bundle[] {
  const byLesson = new Map<string, [Download, ...Download[]]>();
  for (const file of files) {
    const others = byLesson.get(file.lesson_id);
    if (others) others.push(file);
    else byLesson.set(file.lesson_id, [file]);
  }
  return [...byLesson.values()].map(bundleOf).toSorted((a, b) => b.bytes - a.bytes);
}

/** Returns the downloaded and pending files by lesson, largest first. */
export async function readDownloadList(db: PhoneDb, now: number): Promise<DownloadList> {
  const bundles = groupIntoBundles(await savedDownloads(db));
  const progress = await db.lesson_progress.bulkGet(bundles.map(({ lesson_id }) => lesson_id));
  const isFinished = (index: number) => now - Date.parse(progress[index]?.done_at ?? '') > FINISHED_LONG_AGO_MS;
  return {
    bundles,
    got: bundles.reduce((sum, bundle) => sum + bundle.got, 0),
    finished: bundles.filter(({ state }, index) => state === 'downloaded' && isFinished(index)),
    room_made: (await savedMeta(db, 'room_made')) ?? null,
  };
}

/** Storage used by each kind of data, in bytes. */
export interface StorageParts {
  lessons: number;
  pictures: number;
  books: number;
  /** Photos that are not sent yet, and photos of contacts. */
  waiting: number;
}

/** Returns the total size of downloaded pictures, from the sizes given in lessons, news, events and books. */
async function pictureBytes(db: PhoneDb): Promise<number> {
  const storage = globalThis.caches as CacheStorage | undefined;
  if (!storage) return 0;
  const keys = await (await storage.open(MEDIA_CACHE)).keys();
  const storedHashes = new Set(keys.map((request) => new URL(request.url).pathname.slice('/media/'.length)));
  const tables = [db.lessons, db.news, db.events, db.books];
  const rows = (await Promise.all(tables.map((table) => table.toArray()))).flat();
  const bytesByHash = new Map(rows.flatMap(({ media }) => media).map(({ sha256, bytes }) => [sha256, bytes]));
  return [...storedHashes].reduce((sum, sha256) => sum + (bytesByHash.get(sha256) ?? 0), 0);
}

export async function savedStorageParts(db: PhoneDb, lessons: number): Promise<StorageParts> {
  const sizes = new Map((await db.books.toArray()).map(({ file }) => [file.sha256, file.bytes]));
  const keys = await db.blobs.toCollection().primaryKeys();
  // The size of the books is computed from keys and known file sizes, because reading complete books would take too
  // long.
  const bytesOfBook = (key: string): number | undefined => {
    const [sha256 = '', chunk] = key.split(':');
    const size = sizes.get(sha256);
    if (size === undefined || chunk === undefined) return size;
    return Math.min(MEDIA_CHUNK_BYTES, size - Number(chunk) * MEDIA_CHUNK_BYTES);
  };
  const parts = { lessons, pictures: await pictureBytes(db), books: 0, waiting: 0 };
  for (const key of keys) parts.books += bytesOfBook(key) ?? 0;
  await db.blobs
    .where('sha256')
    .anyOf(keys.filter((key) => bytesOfBook(key) === undefined))
    .each(({ bytes }) => {
      parts.waiting += bytes;
    });
  return parts;
}

/** A book whose file is on this device. */
export interface DownloadedBook {
  id: string;
  title: string;
  language: string;
  bytes: number;
}

/** Returns the downloaded books, largest first. */
export async function downloadedBooks(db: PhoneDb): Promise<DownloadedBook[]> {
  const books = await db.books.toArray();
  const storedHashes = new Set(
    await db.blobs
      .where('sha256')
      .anyOf(books.map(({ file }) => file.sha256))
      .primaryKeys(),
  );
  const storedBooks = books.filter(({ file }) => storedHashes.has(file.sha256));
  const rows = storedBooks.map(({ id, title, language, file: { bytes } }) => ({ id, title, language, bytes }));
  return rows.toSorted((a, b) => b.bytes - a.bytes);
}
