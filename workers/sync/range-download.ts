import { contentRange, MEDIA_CHUNK_BYTES, type ByteRange } from '../../contract/media-range.ts';
import { isQuotaError, type PhoneDb } from '../../src/db/schema/db.ts';
import { freeUpSpace } from '../../src/db/storage/free-up-space.ts';
import { authedFetch } from './authed-fetch.ts';
import type { Session } from './session.ts';

/** Timeout of a chunk in ms; long enough for a connection of 8 kB/s. */
const CHUNK_TIMEOUT_MS = 150_000;

const rangeOfChunk = (chunk: number, bytes: number): ByteRange => ({
  from: chunk * MEDIA_CHUNK_BYTES,
  to: Math.min((chunk + 1) * MEDIA_CHUNK_BYTES, bytes) - 1,
});

/**
 * Fetches one chunk of a file that has `bytes` bytes. `status` is null if there was no response; `data` is null if
 * anything but this chunk was received.
 */
export async function fetchRange(
  session: Session,
  path: string,
  { chunk, bytes }: { chunk: number; bytes: number },
): Promise<{ status: number | null; data: ArrayBuffer | null }> {
  const range = rangeOfChunk(chunk, bytes);
  const abort = new AbortController();
  const cancelTimeout = session.ports.clock.after(CHUNK_TIMEOUT_MS, () => abort.abort());
  try {
    const reply = await authedFetch(session, path, { Range: `bytes=${range.from}-${range.to}` }, abort.signal);
    const { status } = reply;
    // Any other response comes from an intermediary or a failing server.
    if (status !== 206 || reply.headers.get('Content-Range') !== contentRange(range, bytes))
      return { status, data: null };
    const data = await reply.arrayBuffer();
    return { status, data: data.byteLength === range.to - range.from + 1 ? data : null };
  } catch {
    return { status: null, data: null };
  } finally {
    cancelTimeout();
  }
}

/** Fetches a whole file. Returns null if there was no response, or if the response is not the file. */
export async function fetchFile(session: Session, path: string): Promise<ArrayBuffer | null> {
  const abort = new AbortController();
  const cancelTimeout = session.ports.clock.after(CHUNK_TIMEOUT_MS, () => abort.abort());
  try {
    const reply = await authedFetch(session, path, {}, abort.signal);
    const data = reply.ok ? await reply.arrayBuffer() : null;
    return data && data.byteLength > 0 ? data : null;
  } catch {
    return null;
  } finally {
    cancelTimeout();
  }
}

/**
 * Runs `save`. If the disk is full, frees space and tries once more. Never evicts unfinished downloads that the
 * user requested.
 */
export async function saveFreeingSpace(
  db: PhoneDb,
  storage: CacheStorage | undefined,
  save: () => Promise<unknown>,
): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (!isQuotaError(error) || (await freeUpSpace(db, storage)) === 0) throw error;
    await save();
  }
}

export const toHex = (digest: Uint8Array): string =>
  [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
