import { sha256 as hasher } from '@noble/hashes/sha2.js';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import type { Download, DownloadError } from '../../src/db/storage/download-row.ts';
import { deleteFile, markComplete, chunkCount, readChunk, savedChunks, saveChunk } from '../../src/db/storage/files.ts';
import { fetchRange, toHex, saveFreeingSpace } from './range-download.ts';
import type { Session } from './session.ts';

/** Dependencies of a download. */
export interface DownloadContext {
  session: Session;
  storage: CacheStorage;
  cache: Cache;
  /** Returns how many of these bytes fit. */
  availableUpTo: (bytes: number) => Promise<number>;
  /** Whether downloads may continue; checked before each chunk, as the connection or the settings may have changed. */
  mayDownload: () => Promise<boolean>;
}

/** `left`: paused or removed by the user, or not allowed now. `unreachable`: retry at the next contact. */
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

/** Updates the row, unless the user paused or removed the file meanwhile. */
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

async function fetchChunks(desk: DownloadContext, file: Download): Promise<FileOutcome> {
  const { sha256, bytes } = file;
  const here = (await savedChunks(desk.cache)).get(sha256)?.chunks ?? new Set();
  const sizeOf = (chunk: number) => Math.min(MEDIA_CHUNK_BYTES, bytes - chunk * MEDIA_CHUNK_BYTES);
  let got = [...here].reduce((sum, chunk) => sum + sizeOf(chunk), 0);
  if ((await desk.availableUpTo(bytes - got)) < bytes - got) throw new DownloadFailure('no_room');
  // The browser may have evicted some chunks.
  if (got !== file.got) await updateRow(desk, sha256, { got });
  for (let chunk = 0; chunk < chunkCount(bytes); chunk += 1) {
    if (here.has(chunk)) continue;
    if (!(await desk.mayDownload())) return 'left';
    const data = await fetchChunk(desk, file, chunk);
    if (data === null) return 'unreachable';
    await saveFreeingSpace(desk.session.db, desk.storage, () => saveChunk(desk.cache, sha256, chunk, data));
    got += data.byteLength;
    if (!(await updateRow(desk, sha256, { got }))) return 'left';
  }
  if (!(await hashMatches(desk.cache, file))) throw new DownloadFailure('checksum');
  await markComplete(desk.cache, file);
  return (await updateRow(desk, sha256, { got: bytes, state: 'downloaded', fault: null })) ? 'downloaded' : 'left';
}

/** A file that is no longer wanted is deleted completely. */
async function deleteIfUnwanted(desk: DownloadContext, { sha256 }: Download): Promise<void> {
  if (await desk.session.db.downloads.get(sha256)) return;
  await deleteFile(desk.cache, sha256, (await savedChunks(desk.cache)).get(sha256)?.chunks ?? []);
}

/** Retries once after a checksum error. */
async function withOneRetry(desk: DownloadContext, file: Download): Promise<FileOutcome> {
  try {
    return await fetchChunks(desk, file);
  } catch (error) {
    if (!(error instanceof DownloadFailure) || error.why !== 'checksum') throw error;
    const spoilt = (await savedChunks(desk.cache)).get(file.sha256)?.chunks ?? [];
    await deleteFile(desk.cache, file.sha256, spoilt);
    await updateRow(desk, file.sha256, { got: 0 });
    return fetchChunks(desk, { ...file, got: 0 });
  }
}

/** Downloads one file, resuming where it stopped. Its row must be in state `downloading`. */
export async function downloadFile(desk: DownloadContext, file: Download): Promise<FileOutcome> {
  try {
    const outcome = await withOneRetry(desk, file);
    if (outcome === 'unreachable') await updateRow(desk, file.sha256, { state: 'queued' });
    if (outcome === 'left') {
      await updateRow(desk, file.sha256, { state: 'queued' });
      await deleteIfUnwanted(desk, file);
    }
    return outcome;
  } catch (error) {
    const fault = error instanceof DownloadFailure ? error.why : isQuotaError(error) ? 'no_room' : null;
    if (fault === null) throw error;
    await updateRow(desk, file.sha256, { state: 'failed', fault });
    return 'failed';
  }
}
