import type { Lesson } from '../../../contract/entities/lesson.ts';
import { filesCache, type PhoneDb } from '../schema/db.ts';
import { deleteFile, savedChunks } from './files.ts';
import { onDemandFiles } from './lesson-files.ts';

type WithMedia = Pick<Lesson, 'id' | 'title' | 'media'>;

/**
 * Queues the files of lessons for download. Files that are stored or being downloaded stay as they are. `is_asked`:
 * whether the user requested the files.
 */
export async function queueLessons(
  db: PhoneDb,
  lessons: readonly WithMedia[],
  { is_asked, now }: { is_asked: boolean; now: number },
): Promise<void> {
  await db.transaction('rw', db.downloads, async () => {
    for (const lesson of lessons) {
      const files = onDemandFiles(lesson);
      for (const { sha256, kind, bytes, mime = 'image/webp' } of files) {
        const savedDownload = await db.downloads.get(sha256);
        const isDownloadingOrStored = savedDownload?.state === 'downloading' || savedDownload?.state === 'downloaded';
        if (savedDownload && isDownloadingOrStored)
          await db.downloads.put({ ...savedDownload, is_asked: savedDownload.is_asked || is_asked });
        // Only the user can resume a download that the user stopped.
        if (isDownloadingOrStored || (savedDownload && !is_asked)) continue;
        const fresh = { sha256, kind, bytes, mime, lesson_id: lesson.id, title: lesson.title, at: now };
        await db.downloads.put({ ...fresh, got: savedDownload?.got ?? 0, state: 'queued', fault: null, is_asked });
      }
      // Files that are no longer part of the lesson are removed from the table; checkDownloads deletes their bytes
      // later.
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

/** Deletes downloaded files and their rows. */
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

/**
 * Reconciles the downloads table with the cache: files that the browser evicted are marked as removed, and cached files
 * without a row are deleted.
 */
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
