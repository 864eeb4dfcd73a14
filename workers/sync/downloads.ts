import { filesCache } from '../../src/db/schema/db.ts';
import type { Download } from '../../src/db/storage/download-row.ts';
import { checkDownloads, queueLessons } from '../../src/db/storage/downloads.ts';
import { savedDeviceValue } from '../../src/db/schema/device.ts';
import { preferredVideoHeight, withOneVideo } from '../../src/db/storage/video-quality.ts';
import { savedNextLessons } from '../../src/db/queries/lessons.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { readConnection, type Connection } from '../../src/lib/connection.ts';
import { readSpace, type StorageSpace } from '../../src/lib/storage.ts';
import { downloadFile, type DownloadContext } from './download-file.ts';
import { findClosedGate } from './gates.ts';
import { availableUpTo, createStorageProbe, type StorageProbe } from './storage-probe.ts';
import type { Session } from './session.ts';

/** Browser functions for the download queue; tests replace them. */
export interface DownloadEnv {
  readConnection: () => Connection;
  readSpace: () => Promise<Pick<StorageSpace, 'used' | 'quota'>>;
  probe: StorageProbe;
}

const browserEnv = ({ locks }: Ports): DownloadEnv => ({
  readConnection: () => readConnection(),
  readSpace,
  probe: createStorageProbe(locks),
});

/** Returns how many of the given bytes can be downloaded. */
export const availableSpace = (ports: Ports, bytes: number): Promise<number> => availableUpTo(bytes, browserEnv(ports));

const NEXT_LESSONS_TO_QUEUE = 2;

/** Whether the settings, the connection and the gates allow downloads now. */
async function mayDownload(
  { session }: Pick<DownloadContext, 'session'>,
  { readConnection }: DownloadEnv,
): Promise<boolean> {
  const connection = readConnection();
  if (connection.isKnown && !connection.isWifi && (await savedDeviceValue(session.device, 'wifi_only'))) return false;
  return (await findClosedGate(session)) === null;
}

/** Queues the next lessons if the user enabled automatic downloads and the connection is fast and unmetered. */
async function queueNext(session: Session, { readConnection }: DownloadEnv): Promise<void> {
  if (!(await savedDeviceValue(session.device, 'auto_download'))) return;
  const connection = readConnection();
  if (connection.savesData || connection.isSlow || (connection.isKnown && !connection.isWifi)) return;
  const me = await session.db.me.get(session.user_id);
  const next = await savedNextLessons(session.db, me?.language ?? 'en', NEXT_LESSONS_TO_QUEUE);
  const lessons = await withOneVideo(session.db, next, () => preferredVideoHeight(session.device, connection));
  await queueLessons(session.db, lessons, { is_asked: false, now: session.ports.clock.now() });
}

/** Claims the next queued file: files that the user requested come first, oldest request first. */
async function claimNext({ session: { db } }: DownloadContext): Promise<Download | undefined> {
  return db.transaction('rw', db.downloads, async () => {
    const waiting = await db.downloads.where('state').equals('queued').toArray();
    const [next] = waiting.toSorted((a, b) => Number(b.is_asked) - Number(a.is_asked) || a.at - b.at);
    if (next) await db.downloads.update(next.sha256, { state: 'downloading', fault: null });
    return next && { ...next, state: 'downloading' };
  });
}

async function downloadQueuedFiles(context: DownloadContext, isSequential: boolean): Promise<void> {
  let isStopped = false;
  const downloadNextFiles = async (): Promise<void> => {
    while (!isStopped && (await context.mayDownload())) {
      const file = await claimNext(context);
      if (!file) return;
      const outcome = await downloadFile(context, file);
      if (outcome === 'unreachable') isStopped = true;
    }
  };
  await Promise.all(Array.from({ length: isSequential ? 1 : 2 }, downloadNextFiles));
}

async function runDownloadQueue(session: Session, storage: CacheStorage, env: DownloadEnv): Promise<void> {
  const { db } = session;
  const cache = await storage.open(filesCache(db.name));
  await checkDownloads(db, cache);
  // This run holds the lock, so files that are still marked as downloading belong to a run that was killed.
  await db.downloads.where('state').equals('downloading').modify({ state: 'queued' });
  await queueNext(session, env);
  const connection = env.readConnection();
  const isSequential =
    connection.savesData || connection.isSlow || (await savedDeviceValue(session.device, 'data_saver')) === true;
  const mayContinue = () => mayDownload({ session }, env);
  await downloadQueuedFiles(
    { session, storage, cache, availableUpTo: (bytes) => availableUpTo(bytes, env), mayDownload: mayContinue },
    isSequential,
  );
}

/** The runs in progress in this worker, and whether another run was requested since they started. */
const running = new Map<string, { again: boolean }>();

/**
 * Downloads the queued files while the app is open, in one tab at a time. If the network fails, the rest is downloaded
 * when the server can be reached again.
 */
export async function runDownloads(session: Session, env: DownloadEnv = browserEnv(session.ports)): Promise<void> {
  const { caches, locks } = session.ports;
  if (!caches) return;
  const current = running.get(session.user_id);
  if (current) {
    current.again = true;
    return;
  }
  const thisRun = { again: false };
  running.set(session.user_id, thisRun);
  try {
    do {
      thisRun.again = false;
      await locks.request(`haversack-downloads-${session.user_id}`, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await runDownloadQueue(session, caches, env);
      });
    } while (thisRun.again);
  } finally {
    running.delete(session.user_id);
  }
}
