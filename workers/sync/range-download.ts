import { contentRange, PIECE_BYTES, type Span } from '../../contract/media-range.ts';
import { isQuota, type PhoneDb } from '../../src/db/schema/db.ts';
import { makeRoom } from '../../src/db/storage/free-up-space.ts';
import { fetchAsMe } from './authed-fetch.ts';
import type { Session } from './session.ts';

/** The longest a piece may take: a line of 8 kB a second. */
const PIECE_TIMEOUT_MS = 150_000;

const spanOfPiece = (piece: number, bytes: number): Span => ({
  from: piece * PIECE_BYTES,
  to: Math.min((piece + 1) * PIECE_BYTES, bytes) - 1,
});

/** A piece of a file of `bytes`, with the status of the answer; null where none came, or anything but this piece. */
export async function fetchPiece(
  session: Session,
  path: string,
  { piece, bytes }: { piece: number; bytes: number },
): Promise<{ status: number | null; data: ArrayBuffer | null }> {
  const span = spanOfPiece(piece, bytes);
  const abort = new AbortController();
  const calledOff = session.ports.clock.after(PIECE_TIMEOUT_MS, () => abort.abort());
  try {
    const reply = await fetchAsMe(session, path, { Range: `bytes=${span.from}-${span.to}` }, abort.signal);
    const { status } = reply;
    // Anything else is somebody in between, or a server in trouble.
    if (status !== 206 || reply.headers.get('Content-Range') !== contentRange(span, bytes))
      return { status, data: null };
    const data = await reply.arrayBuffer();
    return { status, data: data.byteLength === span.to - span.from + 1 ? data : null };
  } catch {
    return { status: null, data: null };
  } finally {
    calledOff();
  }
}

/** Room is made once; what the person chose and has not finished is never given up for it. */
export async function savedWithRoom(
  db: PhoneDb,
  storage: CacheStorage | undefined,
  save: () => Promise<unknown>,
): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (!isQuota(error) || (await makeRoom(db, storage)) === 0) throw error;
    await save();
  }
}

export const hexOf = (digest: Uint8Array): string =>
  [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
