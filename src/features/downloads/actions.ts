import { sync } from '../../bridge/sync.ts';
import { filesCache } from '../../db/schema/db.ts';
import { checkDownloads, pauseDownloads, removeDownloads, resumeDownloads } from '../../db/storage/downloads.ts';
import { saveMeta } from '../../db/schema/meta.ts';
import type { Store } from '../../db/schema/store.ts';
import { log } from '../../lib/log.ts';

/** Starts the queued downloads if the settings permit it. */
export const startWaitingDownloads = (): void =>
  void sync.download().catch((error: unknown) => log.warn('downloads', error));

export const pauseFiles = (store: Store, hashes: readonly string[]): Promise<void> => pauseDownloads(store.db, hashes);

export async function resumeFiles(store: Store, hashes: readonly string[]): Promise<void> {
  await resumeDownloads(store.db, hashes);
  startWaitingDownloads();
}

export const removeFiles = (store: Store, hashes: readonly string[]): Promise<void> =>
  removeDownloads(store.db, globalThis.caches, hashes);

/** Brings the list of downloads in line with the files that the browser still has; see checkDownloads. */
export async function reconcileDownloadList({ db }: Store): Promise<void> {
  // Browsers offer no cache storage on plain HTTP.
  const storage = globalThis.caches as CacheStorage | undefined;
  if (storage) await checkDownloads(db, await storage.open(filesCache(db.name)));
}

export const dismissFreedSpace = ({ db }: Store): Promise<void> => saveMeta(db, 'room_made', null);
