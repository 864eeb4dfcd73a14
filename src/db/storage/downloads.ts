import type { Lesson } from '../../../contract/entities/lesson.ts';
import { filesCache, type PhoneDb } from '../schema/db.ts';
import type { Download, DownloadError } from './download-row.ts';
import { deleteFile, savedChunks } from './files.ts';
import { SMALL_BYTES } from './free-up-space.ts';

type WithMedia = Pick<Lesson, 'id' | 'title' | 'media'>;

/** Returns the files of a lesson that are downloaded on request only: videos, audio, captions, large images. */
export function filesOf({ media }: Pick<Lesson, 'media'>): Lesson['media'] {
  const isPicture = (kind: string) => kind === 'cover' || kind === 'image';
  const onDemand = media.filter(({ kind, bytes }) => !isPicture(kind) || bytes > SMALL_BYTES);
  return onDemand.filter(({ sha256 }, index) => onDemand.findIndex((other) => other.sha256 === sha256) === index);
}

export type LessonState =
  | 'not_downloaded'
  | 'queued'
  | 'downloading'
  | 'paused'
  | 'downloaded'
  | 'outdated'
  | 'failed'
  | 'unavailable';

/** Download state of a lesson. */
export interface LessonFiles {
  state: LessonState;
  bytes: number;
  /** Bytes stored so far. */
  got: number;
  error: DownloadError | null;
}

/** The first of these states that any of the files has becomes the lesson's state. */
const busyStates = ['downloading', 'queued', 'paused'] as const;

export function lessonFiles(lesson: Pick<Lesson, 'id' | 'media'>, rows: readonly Download[]): LessonFiles {
  const files = filesOf(lesson);
  const lessonRows = files.map(({ sha256 }) => rows.find((row) => row.sha256 === sha256));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const got = lessonRows.reduce((sum, row) => sum + (row?.got ?? 0), 0);
  const fault = lessonRows.find((row) => row?.state === 'failed')?.fault ?? null;
  const is = (state: LessonState): LessonFiles => ({ state, bytes, got, error: fault });
  const busyState = busyStates.find((state) => lessonRows.some((row) => row?.state === state));
  if (busyState) return is(busyState);
  if (fault !== null) return is(fault === 'not_there' || fault === 'no_right' ? 'unavailable' : 'failed');
  if (lessonRows.every((row) => row?.state === 'downloaded')) return is('downloaded');
  const isOld = (row: Download) => row.lesson_id === lesson.id && !files.some(({ sha256 }) => sha256 === row.sha256);
  return is(rows.some((row) => isOld(row) && row.state === 'downloaded') ? 'outdated' : 'not_downloaded');
}

const LIMIT = 2_000;

/** Returns all stored and queued files, largest first. */
export async function savedDownloads(db: PhoneDb): Promise<Download[]> {
  return (await db.downloads.limit(LIMIT).toArray()).toSorted((a, b) => b.bytes - a.bytes || a.at - b.at);
}

/** Returns how many bytes of these lessons' files are not stored yet. */
export function missingBytes(lessons: readonly Pick<Lesson, 'media'>[], rows: readonly Download[]): number {
  const files = new Map(lessons.flatMap(filesOf).map((file) => [file.sha256, file.bytes]));
  for (const row of rows) {
    const bytes = files.get(row.sha256);
    if (bytes !== undefined) files.set(row.sha256, bytes - row.got);
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Queues the files of lessons; files that are stored or being downloaded stay as they are. */
export async function queueLessons(
  db: PhoneDb,
  lessons: readonly WithMedia[],
  { is_asked, now }: { is_asked: boolean; now: number },
): Promise<void> {
  await db.transaction('rw', db.downloads, async () => {
    for (const lesson of lessons) {
      const files = filesOf(lesson);
      for (const { sha256, kind, bytes, mime = 'image/webp' } of files) {
        const savedDownload = await db.downloads.get(sha256);
        const isUnderWay = savedDownload?.state === 'downloading' || savedDownload?.state === 'downloaded';
        if (savedDownload && isUnderWay)
          await db.downloads.put({ ...savedDownload, is_asked: savedDownload.is_asked || is_asked });
        // A download that the user stopped is resumed only by the user.
        if (isUnderWay || (savedDownload && !is_asked)) continue;
        const fresh = { sha256, kind, bytes, mime, lesson_id: lesson.id, title: lesson.title, at: now };
        await db.downloads.put({ ...fresh, got: savedDownload?.got ?? 0, state: 'queued', fault: null, is_asked });
      }
      // Files that were replaced in the lesson are removed from the list; the next check deletes their bytes.
      const old = await db.downloads.where('lesson_id').equals(lesson.id).primaryKeys();
      await db.downloads.bulkDelete(old.filter((sha256) => !files.some((file) => file.sha256 === sha256)));
    }
  });
}

/** Pauses queued and running downloads. */
export async function pauseDownloads(db: PhoneDb, hashes: readonly string[]): Promise<void> {
  const waiting = db.downloads.where('sha256').anyOf(hashes);
  await waiting.filter(({ state }) => state === 'queued' || state === 'downloading').modify({ state: 'paused' });
}

/** Resumes paused and failed downloads. */
export async function resumeDownloads(db: PhoneDb, hashes: readonly string[]): Promise<void> {
  const stopped = db.downloads.where('sha256').anyOf(hashes);
  await stopped
    .filter(({ state }) => state === 'paused' || state === 'failed')
    .modify({ state: 'queued', fault: null, is_asked: true });
}

/** Deletes downloaded files, but never records or outbox entries. */
export async function removeDownloads(
  db: PhoneDb,
  storage: CacheStorage | undefined,
  hashes: readonly string[],
): Promise<void> {
  await db.downloads.bulkDelete([...hashes]);
  const cache = await storage?.open(filesCache(db.name));
  if (!cache) return;
  const stored = await savedChunks(cache);
  for (const sha256 of hashes) await deleteFile(cache, sha256, stored.get(sha256)?.chunks ?? []);
}

/** Reconciles the list with the cache: evicted files are marked as removed, files without a row are deleted. */
export async function checkDownloads(db: PhoneDb, cache: Cache): Promise<void> {
  const stored = await savedChunks(cache);
  const rows = await db.downloads.toArray();
  for (const row of rows) {
    const file = stored.get(row.sha256);
    if (row.state !== 'downloaded' || file?.isComplete) continue;
    await db.downloads.update(row.sha256, { state: 'failed', fault: 'removed', got: 0 });
  }
  const savedDownload = new Set(rows.map(({ sha256 }) => sha256));
  for (const [sha256, { chunks }] of stored) {
    // Check again just before deleting, because another tab may have started this download.
    if (!savedDownload.has(sha256) && !(await db.downloads.get(sha256))) await deleteFile(cache, sha256, chunks);
  }
}
