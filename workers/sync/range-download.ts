import { contentRange, MEDIA_CHUNK_BYTES, type ByteRange } from '../../contract/media-range.ts';
import { isQuotaError, type PhoneDb } from '../../src/db/schema/db.ts';
import { freeUpSpace } from '../../src/db/storage/free-up-space.ts';
import { authedFetch } from './authed-fetch.ts';
import type { Session } from './session.ts';

/** The longest a piece may take: a line of 8 kB a second. */
const CHUNK_TIMEOUT_MS = 150_000;

const rangeOfChunk = (piece: number, bytes: number): ByteRange => ({
  from: piece * MEDIA_CHUNK_BYTES,
  to: Math.min((piece + 1) * MEDIA_CHUNK_BYTES, bytes) - 1,
});

/** A piece of a file of `bytes`, with the status of the answer; null where none came, or anything but this piece. */
export async function fetchRange(
  session: Session,
  path: string,
  { piece, bytes }: { piece: number; bytes: number },
): Promise<{ status: number | null; data: ArrayBuffer | null }> {
  const span = rangeOfChunk(piece, bytes);
  const abort = new AbortController();
  const cancelTimeout = session.ports.clock.after(CHUNK_TIMEOUT_MS, () => abort.abort());
  try {
    const reply = await authedFetch(session, path, { Range: `bytes=${span.from}-${span.to}` }, abort.signal);
    const { status } = reply;
    // Anything else is somebody in between, or a server in trouble.
    if (status !== 206 || reply.headers.get('Content-Range') !== contentRange(span, bytes))
      return { status, data: null };
    const data = await reply.arrayBuffer();
    return { status, data: data.byteLength === span.to - span.from + 1 ? data : null };
  } catch {
    return { status: null, data: null };
  } finally {
    cancelTimeout();
  }
}

/** Room is made once; what the person chose and has not finished is never given up for it. */
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
