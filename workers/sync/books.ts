import { sha256 as hasher } from '@noble/hashes/sha2.js';
import { bookCalls } from '../../contract/api-calls/books.ts';
import { untypedCall } from '../../contract/api-calls/define.ts';
import type { Book } from '../../contract/entities/book.ts';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import type { BookResult, BookAction } from '../../src/bridge/sync-api.ts';
import { savedDeviceValue } from '../../src/db/schema/device.ts';
import { bookChunks, chunkKey } from '../../src/db/queries/books.ts';
import { evictedBooks, markBooksEvicted, unmarkBookEvicted } from '../../src/db/storage/evicted-books.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import { readConnection, type Connection } from '../../src/lib/connection.ts';
import { readSpace, availableBytes, type StorageSpace } from '../../src/lib/storage.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { findClosedGate } from './gates.ts';
import { urlOf } from './http.ts';
import { fetchOptionalAssets } from './optional-assets.ts';
import { requestPaymentUrl } from './payment-url.ts';
import { fetchFile, fetchRange, toHex, saveFreeingSpace } from './range-download.ts';
import type { Session } from './session.ts';

const DONE = { ok: true, url: null } as const;

/** Browser functions for downloads; tests replace them. */
export interface DownloadEnv {
  readConnection: () => Connection;
  readSpace: () => Promise<Pick<StorageSpace, 'used' | 'quota'>>;
}

const browserEnv: DownloadEnv = { readConnection: () => readConnection(), readSpace };

const call = (name: keyof typeof bookCalls) => untypedCall(bookCalls, name);

const offlineReason = ({ ports }: Session) => (ports.isOnline() ? 'no_answer' : 'offline');

/**
 * Fetches the PDF viewer, so that a downloaded book can be opened offline. Returns false if the viewer is not
 * available; throws if the disk is full.
 */
async function fetchPdfViewer({ ports }: Session): Promise<boolean> {
  try {
    return (await fetchOptionalAssets(ports)) !== 'invalid';
  } catch (error) {
    if (isQuotaError(error)) throw error;
    return false;
  }
}

async function fetchChunk(session: Session, { id, file }: Book, chunk: number): Promise<ArrayBuffer | BookResult> {
  const path = urlOf(call('books.file'), { params: { id } });
  const { status, data } = await fetchRange(session, path, { chunk, bytes: file.bytes });
  if (status === 404) return { ok: false, why: 'refused', code: 'not_found' };
  return data ?? { ok: false, why: status === null ? offlineReason(session) : 'no_answer' };
}

/** Joins the chunks into one file and stores it if the hash matches. Deletes the chunks in either case. */
async function assembleBook({ db, ports }: Session, { file, format }: Book): Promise<BookResult> {
  const chunks = (await bookChunks(db, file.sha256)).toSorted((a, b) => a.chunk - b.chunk);
  const data = new Uint8Array(file.bytes);
  for (const { chunk, sha256 } of chunks) {
    const row = await db.blobs.get(sha256);
    if (row) data.set(new Uint8Array(row.data), chunk * MEDIA_CHUNK_BYTES);
  }
  const isIntact = toHex(hasher(data)) === file.sha256;
  const now = ports.clock.now();
  await db.transaction('rw', db.blobs, async () => {
    await db.blobs.bulkDelete(chunks.map(({ sha256 }) => sha256));
    const completeFile = { sha256: file.sha256, mime: format, data: data.buffer, bytes: file.bytes };
    if (isIntact) await db.blobs.put({ ...completeFile, saved_at: now, sent_at: now });
  });
  return isIntact ? DONE : { ok: false, why: 'refused', code: 'checksum' };
}

/** Fetches a file whose size and hash the server does not send, in a single request. */
async function fetchWholeFile(session: Session, { id, file, format }: Book): Promise<BookResult> {
  const { db, ports } = session;
  const data = await fetchFile(session, urlOf(call('books.file'), { params: { id } }));
  if (!data) return { ok: false, why: offlineReason(session) };
  const now = ports.clock.now();
  const row = { sha256: file.sha256, mime: format, data, bytes: data.byteLength, saved_at: now, sent_at: now };
  await saveFreeingSpace(db, ports.caches, () => db.blobs.put(row));
  return DONE;
}

async function fetchChunks(session: Session, book: Book): Promise<BookResult> {
  const { db, ports } = session;
  const { sha256, bytes } = book.file;
  if (bytes === 0) return fetchWholeFile(session, book);
  const storedChunks = new Set((await bookChunks(db, sha256)).map(({ chunk }) => chunk));
  for (let chunk = 0; chunk * MEDIA_CHUNK_BYTES < bytes; chunk += 1) {
    if (storedChunks.has(chunk)) continue;
    const data = await fetchChunk(session, book, chunk);
    if (!(data instanceof ArrayBuffer)) return data;
    const now = ports.clock.now();
    const row = { sha256: chunkKey(sha256, chunk), mime: '', data, bytes: data.byteLength };
    await saveFreeingSpace(db, ports.caches, () => db.blobs.put({ ...row, saved_at: now, sent_at: now }));
  }
  return assembleBook(session, book);
}

const isStored = async ({ db }: Session, { file }: Book) =>
  (await db.blobs.where('sha256').equals(file.sha256).count()) > 0;

/**
 * Downloads the file of a book, resuming an interrupted download. The file is stored in the user's database and deleted
 * with it.
 */
export async function fetchBook(session: Session, id: string, env = browserEnv): Promise<BookResult> {
  const { db, ports } = session;
  const book = await db.books.get(id);
  if (!book) return { ok: false, why: 'refused', code: 'not_found' };
  const lock = `${db.name} book ${book.file.sha256}`;
  return ports.locks.request(lock, {}, async () => {
    if (await isStored(session, book)) return DONE;
    const available = availableBytes(await env.readSpace());
    // While chunks are being joined, the disk contains both the chunks and the complete file.
    if (available !== null && available < 2 * book.file.bytes)
      return { ok: false, why: 'refused', code: 'too_large' } as const;
    try {
      const hasViewer = book.format !== 'pdf' || (await fetchPdfViewer(session));
      return hasViewer ? await fetchChunks(session, book) : { ok: false, why: offlineReason(session) };
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      // The book is marked as evicted. Otherwise each cycle would evict other files to make space for it, and fail
      // again. This write may fail too, because the disk is full.
      await markBooksEvicted(db, [book.file.sha256]).catch(() => {});
      return { ok: false, why: 'refused', code: 'too_large' } as const;
    }
  });
}

/** Downloads purchased books automatically, unless the user limited downloads to Wi-Fi. */
export async function fetchBoughtBooks(session: Session, env = browserEnv): Promise<void> {
  const { db, device } = session;
  const connection = env.readConnection();
  if (connection.isKnown && !connection.isWifi && (await savedDeviceValue(device, 'wifi_only'))) return;
  const evictedHashes = await evictedBooks(db);
  const boughtIds = await db.book_shelf.filter(({ bought_at }) => bought_at !== null).primaryKeys();
  for (const book of await db.books.bulkGet(boughtIds)) {
    if (!book || evictedHashes.has(book.file.sha256) || (await isStored(session, book))) continue;
    const result = await fetchBook(session, book.id, env);
    if (result.ok) continue;
    if (result.why !== 'refused') return;
    // A file that is corrupt on the server would fail in every cycle, so it is not tried again.
    if (result.code === 'checksum') await markBooksEvicted(db, [book.file.sha256]);
  }
}

const checkedViewers = new WeakSet<Ports>();

/**
 * Makes sure that the PDF viewer is cached. If a book was downloaded on the first visit, no service worker existed yet
 * that could cache the viewer. As soon as the viewer is known to be cached, this check is skipped.
 */
export async function ensurePdfViewer({ ports }: Session): Promise<void> {
  if (checkedViewers.has(ports)) return;
  if ((await fetchOptionalAssets(ports)) === 'stored') checkedViewers.add(ports);
}

/** Runs an action on a book that the user started from a screen. */
export async function runBookAction(session: Session, action: BookAction, id: string): Promise<BookResult> {
  if (action === 'buy') return requestPaymentUrl(session, call('books.purchase'), { body: { id } });
  if (await findClosedGate(session)) return { ok: false, why: 'no_answer' };
  const book = await session.db.books.get(id);
  if (book) await unmarkBookEvicted(session.db, book.file.sha256);
  return fetchBook(session, id);
}
