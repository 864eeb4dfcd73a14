import type { PhoneDb } from '../../db/db.ts';
import type { Download } from '../../db/download-row.ts';
import { savedDownloads } from '../../db/downloads.ts';
import { savedMeta } from '../../db/meta.ts';
import { MEDIA_CACHE, type RoomMade } from '../../db/room.ts';

export interface DownloadList {
  files: Download[];
  /** Bytes that are here. */
  got: number;
  /** Files of lessons that are done for long: they may go. */
  finished: Download[];
  room_made: RoomMade | null;
}

const LONG_MS = 30 * 86_400_000;

/** The list of downloads, the largest first. */
export async function downloadList(db: PhoneDb, now: number): Promise<DownloadList> {
  const files = await savedDownloads(db);
  const progress = await db.lesson_progress.bulkGet(files.map(({ lesson_id }) => lesson_id));
  const isFinished = (index: number) => now - Date.parse(progress[index]?.done_at ?? '') > LONG_MS;
  return {
    files,
    got: files.reduce((sum, file) => sum + file.got, 0),
    finished: files.filter((file, index) => file.state === 'downloaded' && isFinished(index)),
    room_made: (await savedMeta(db, 'room_made')) ?? null,
  };
}

/** What takes room, in bytes. */
export interface Parts {
  lessons: number;
  pictures: number;
  /** Photos that wait to be sent, and those that came with contacts. */
  waiting: number;
}

/** Bytes of the pictures that are here, by what the lessons, news and events say of them. */
async function pictureBytes(db: PhoneDb): Promise<number> {
  const storage = globalThis.caches as CacheStorage | undefined;
  if (!storage) return 0;
  const keys = await (await storage.open(MEDIA_CACHE)).keys();
  const here = new Set(keys.map((request) => new URL(request.url).pathname.slice('/media/'.length)));
  const tables = [db.lessons, db.news, db.events];
  const rows = (await Promise.all(tables.map((table) => table.toArray()))).flat();
  const known = new Map(rows.flatMap(({ media }) => media).map(({ sha256, bytes }) => [sha256, bytes]));
  return [...here].reduce((sum, sha256) => sum + (known.get(sha256) ?? 0), 0);
}

export async function savedParts(db: PhoneDb, lessons: number): Promise<Parts> {
  let waiting = 0;
  await db.blobs.each(({ bytes }) => {
    waiting += bytes;
  });
  return { lessons, pictures: await pictureBytes(db), waiting };
}
