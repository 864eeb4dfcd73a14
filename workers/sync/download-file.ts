import { sha256 as hasher } from '@noble/hashes/sha2.js';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import type { Download, DownloadError } from '../../src/db/storage/download-row.ts';
import {
  deleteFile,
  markFileComplete,
  chunkCount,
  readChunk,
  savedChunks,
  saveChunk,
} from '../../src/db/storage/files.ts';
import { fetchRange, toHex, saveFreeingSpace } from './range-download.ts';
import type { Session } from './session.ts';

/** The dependencies of a download. */
export interface DownloadContext {
  session: Session;
  storage: CacheStorage;
  cache: Cache;
  /** Returns how many of the given bytes fit on the device. */
  availableUpTo: (bytes: number) => Promise<number>;
  /**
   * Whether downloads may continue. Checked before each chunk, because the connection or the settings may have changed.
   */
  mayDownload: () => Promise<boolean>;
}

/**
 * `left`: the file was not completed, because the user paused or removed the download, or because downloads are not
 * allowed now. `unreachable`: there is no network; the download is retried when the server can be reached again.
 * `failed`: the download ended with an error, which is stored in its row.
 */
export type FileOutcome = 'downloaded' | 'left' | 'unreachable' | 'failed';

class DownloadFailure extends Error {
  readonly why: DownloadError;
  constructor(why: DownloadError) {
    super(why);
    this.why = why;
  }
}

async function fetchChunk(
  { session }: DownloadContext,
  { sha256, bytes }: Download,
  chunk: number,
): Promise<ArrayBuffer | null> {
  const { status, data } = await fetchRange(session, `/media/${sha256}`, { chunk, bytes });
  if (status === 404) throw new DownloadFailure('not_there');
  if (status === 401 || status === 403) throw new DownloadFailure('no_right');
  if (status === 416) throw new DownloadFailure('checksum');
  return data;
}

/** Updates the row and returns true; returns false if the user has paused or removed the file since. */
async function updateRow(
  { session: { db } }: DownloadContext,
  sha256: string,
  change: Partial<Download>,
): Promise<boolean> {
  return db.transaction('rw', db.downloads, async () => {
    const row = await db.downloads.get(sha256);
    if (row?.state !== 'downloading') return false;
    await db.downloads.put({ ...row, ...change });
    return true;
  });
}

async function hashMatches(cache: Cache, { sha256, bytes }: Download): Promise<boolean> {
  const hash = hasher.create();
  for (let chunk = 0; chunk < chunkCount(bytes); chunk += 1) hash.update(await readChunk(cache, sha256, chunk));
  return toHex(hash.digest()) === sha256;
}

async function fetchChunks(context: DownloadContext, file: Download): Promise<FileOutcome> {
  const { sha256, bytes } = file;
  const stored = (await savedChunks(context.cache)).get(sha256)?.chunks ?? new Set();
  const sizeOf = (chunk: number) => Math.min(MEDIA_CHUNK_BYTES, bytes - chunk * MEDIA_CHUNK_BYTES);
  let got = [...stored].reduce((sum, chunk) => sum + sizeOf(chunk), 0);
  if ((await context.availableUpTo(bytes - got)) < bytes - got) throw new DownloadFailure('no_room');
  // The browser may have evicted some of the chunks.
  if (got !== file.got) await updateRow(context, sha256, { got });
  for (let chunk = 0; chunk < chunkCount(bytes); chunk += 1) {
    if (stored.has(chunk)) continue;
    if (!(await context.mayDownload())) return 'left';
    const data = await fetchChunk(context, file, chunk);
    if (data === null) return 'unreachable';
    await saveFreeingSpace(context.session.db, context.storage, () => saveChunk(context.cache, sha256, chunk, data));
    got += data.byteLength;
    if (!(await updateRow(context, sha256, { got }))) return 'left';
  }
  if (!(await hashMatches(context.cache, file))) throw new DownloadFailure('checksum');
  await markFileComplete(context.cache, file);
  return (await updateRow(context, sha256, { got: bytes, state: 'downloaded', fault: null })) ? 'downloaded' : 'left';
}

/** Deletes the chunks of a file that the user has removed. */
async function deleteIfUnwanted(context: DownloadContext, { sha256 }: Download): Promise<void> {
  if (await context.session.db.downloads.get(sha256)) return;
  await deleteFile(context.cache, sha256, (await savedChunks(context.cache)).get(sha256)?.chunks ?? []);
}

/** Downloads the file. After a checksum error, deletes it and downloads it once more. */
async function downloadWithRetry(context: DownloadContext, file: Download): Promise<FileOutcome> {
  try {
    return await fetchChunks(context, file);
  } catch (error) {
    if (!(error instanceof DownloadFailure) || error.why !== 'checksum') throw error;
    const corruptChunks = (await savedChunks(context.cache)).get(file.sha256)?.chunks ?? [];
    await deleteFile(context.cache, file.sha256, corruptChunks);
    await updateRow(context, file.sha256, { got: 0 });
    return fetchChunks(context, { ...file, got: 0 });
  }
}

/** Downloads one file, resuming an interrupted download. Its row must be in the state `downloading`. */
export async function downloadFile(context: DownloadContext, file: Download): Promise<FileOutcome> {
  try {
    const outcome = await downloadWithRetry(context, file);
    if (outcome === 'unreachable') await updateRow(context, file.sha256, { state: 'queued' });
    if (outcome === 'left') {
      await updateRow(context, file.sha256, { state: 'queued' });
      await deleteIfUnwanted(context, file);
    }
    return outcome;
  } catch (error) {
    const fault = error instanceof DownloadFailure ? error.why : isQuotaError(error) ? 'no_room' : null;
    if (fault === null) throw error;
    await updateRow(context, file.sha256, { state: 'failed', fault });
    return 'failed';
  }
}
