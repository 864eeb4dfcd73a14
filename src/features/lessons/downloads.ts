import type { Lesson } from '../../../contract/entities/lesson.ts';
import { sync } from '../../bridge/sync.ts';
import { pauseDownloads, queueLessons, removeDownloads } from '../../db/storage/downloads.ts';
import type { Store } from '../../db/schema/store.ts';
import { log } from '../../lib/log.ts';

/** Queues the files of lessons for download; the list of downloads shows their progress. */
export async function queueDownloads(
  store: Store,
  lessons: readonly Pick<Lesson, 'id' | 'title' | 'media'>[],
): Promise<void> {
  await queueLessons(store.db, lessons, { is_asked: true, now: store.now() });
  sync.download().catch((error: unknown) => log.warn('downloads', error));
}

export const pauseLessonDownloads = (store: Store, hashes: readonly string[]): Promise<void> =>
  pauseDownloads(store.db, hashes);

export const removeLessonDownloads = (store: Store, hashes: readonly string[]): Promise<void> =>
  removeDownloads(store.db, globalThis.caches, hashes);
