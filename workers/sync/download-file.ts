import { sha256 as hasher } from '@noble/hashes/sha2.js';
import { PIECE_BYTES } from '../../contract/media-range.ts';
import { isQuota } from '../../src/db/schema/db.ts';
import type { Download, DownloadFault } from '../../src/db/storage/download-row.ts';
import { deleteFile, markWhole, piecesIn, readPiece, savedPieces, savePiece } from '../../src/db/storage/files.ts';
import { fetchPiece, hexOf, savedWithRoom } from './range-download.ts';
import type { Session } from './session.ts';

/** What a download works with. */
export interface Desk {
  session: Session;
  storage: CacheStorage;
  cache: Cache;
  /** How many of these bytes fit. */
  roomUpTo: (bytes: number) => Promise<number>;
  /** Whether files may come now, asked before each piece: the line may have changed, or the person's mind. */
  isOpen: () => Promise<boolean>;
}

/** `left`: the person paused or removed it, or it may not come now. `unreachable`: try again at the next contact. */
export type FileOutcome = 'downloaded' | 'left' | 'unreachable' | 'failed';

class Fault extends Error {
  readonly why: DownloadFault;
  constructor(why: DownloadFault) {
    super(why);
    this.why = why;
  }
}

async function pieceOf({ session }: Desk, { sha256, bytes }: Download, piece: number): Promise<ArrayBuffer | null> {
  const { status, data } = await fetchPiece(session, `/media/${sha256}`, { piece, bytes });
  if (status === 404) throw new Fault('not_there');
  if (status === 401 || status === 403) throw new Fault('no_right');
  if (status === 416) throw new Fault('checksum');
  return data;
}

/** Notes what is here, unless the person paused or removed the file meanwhile. */
async function note({ session: { db } }: Desk, sha256: string, change: Partial<Download>): Promise<boolean> {
  return db.transaction('rw', db.downloads, async () => {
    const row = await db.downloads.get(sha256);
    if (row?.state !== 'downloading') return false;
    await db.downloads.put({ ...row, ...change });
    return true;
  });
}

async function isRight(cache: Cache, { sha256, bytes }: Download): Promise<boolean> {
  const hash = hasher.create();
  for (let piece = 0; piece < piecesIn(bytes); piece += 1) hash.update(await readPiece(cache, sha256, piece));
  return hexOf(hash.digest()) === sha256;
}

async function fetchPieces(desk: Desk, file: Download): Promise<FileOutcome> {
  const { sha256, bytes } = file;
  const here = (await savedPieces(desk.cache)).get(sha256)?.pieces ?? new Set();
  const sizeOf = (piece: number) => Math.min(PIECE_BYTES, bytes - piece * PIECE_BYTES);
  let got = [...here].reduce((sum, piece) => sum + sizeOf(piece), 0);
  if ((await desk.roomUpTo(bytes - got)) < bytes - got) throw new Fault('no_room');
  // The browser may have taken some of it away.
  if (got !== file.got) await note(desk, sha256, { got });
  for (let piece = 0; piece < piecesIn(bytes); piece += 1) {
    if (here.has(piece)) continue;
    if (!(await desk.isOpen())) return 'left';
    const data = await pieceOf(desk, file, piece);
    if (data === null) return 'unreachable';
    await savedWithRoom(desk.session.db, desk.storage, () => savePiece(desk.cache, sha256, piece, data));
    got += data.byteLength;
    if (!(await note(desk, sha256, { got }))) return 'left';
  }
  if (!(await isRight(desk.cache, file))) throw new Fault('checksum');
  await markWhole(desk.cache, file);
  return (await note(desk, sha256, { got: bytes, state: 'downloaded', fault: null })) ? 'downloaded' : 'left';
}

/** A file that is no longer wanted leaves nothing behind. */
async function clearUnwanted(desk: Desk, { sha256 }: Download): Promise<void> {
  if (await desk.session.db.downloads.get(sha256)) return;
  await deleteFile(desk.cache, sha256, (await savedPieces(desk.cache)).get(sha256)?.pieces ?? []);
}

/** A line or a disk that spoils a file may do so once. */
async function inTwoTries(desk: Desk, file: Download): Promise<FileOutcome> {
  try {
    return await fetchPieces(desk, file);
  } catch (error) {
    if (!(error instanceof Fault) || error.why !== 'checksum') throw error;
    const spoilt = (await savedPieces(desk.cache)).get(file.sha256)?.pieces ?? [];
    await deleteFile(desk.cache, file.sha256, spoilt);
    await note(desk, file.sha256, { got: 0 });
    return fetchPieces(desk, { ...file, got: 0 });
  }
}

/** Brings one file, from where it broke off. Its row must stand at `downloading`. */
export async function downloadFile(desk: Desk, file: Download): Promise<FileOutcome> {
  try {
    const outcome = await inTwoTries(desk, file);
    if (outcome === 'unreachable') await note(desk, file.sha256, { state: 'queued' });
    if (outcome === 'left') {
      await note(desk, file.sha256, { state: 'queued' });
      await clearUnwanted(desk, file);
    }
    return outcome;
  } catch (error) {
    const fault = error instanceof Fault ? error.why : isQuota(error) ? 'no_room' : null;
    if (fault === null) throw error;
    await note(desk, file.sha256, { state: 'failed', fault });
    return 'failed';
  }
}
