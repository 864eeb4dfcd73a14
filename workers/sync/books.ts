import { sha256 as hasher } from '@noble/hashes/sha2.js';
import { bookCalls } from '../../contract/calls/books.ts';
import { callIn } from '../../contract/calls/define.ts';
import type { Book } from '../../contract/entities/book.ts';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import type { BookResult, BookAction } from '../../src/bridge/sync-api.ts';
import { savedDevice } from '../../src/db/schema/device.ts';
import { bookChunks, chunkKey } from '../../src/db/queries/books.ts';
import { evictedBooks, evictBooks, unevictBook } from '../../src/db/storage/evicted-books.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import { readConnection, type Connection } from '../../src/lib/connection.ts';
import { readSpace, availableBytes, type StorageSpace } from '../../src/lib/storage.ts';
import { failureOf } from './account.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { closedGate } from './gates.ts';
import { urlOf } from './http.ts';
import { fetchOptionalAssets } from './optional-assets.ts';
import { fetchRange, toHex, saveFreeingSpace } from './range-download.ts';
import { request, type Session } from './session.ts';

const DONE = { ok: true, url: null } as const;

/** Browser functions of a download; replaced in tests. */
export interface DownloadEnv {
  readLine: () => Connection;
  readSpace: () => Promise<Pick<StorageSpace, 'used' | 'quota'>>;
}

const browserEnv: DownloadEnv = { readLine: () => readConnection(), readSpace };

const call = (name: keyof typeof bookCalls) => callIn(bookCalls, name);

const offlineReason = ({ ports }: Session) => (ports.isOnline() ? 'no_answer' : 'offline');

/** Fetches the PDF viewer before the book, so that a stored book can be opened. Throws if the disk is full. */
async function hasPdfReader({ ports }: Session): Promise<boolean> {
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

/** Joins the chunks into one file if the hash matches; otherwise deletes them. */
async function assemble({ db, ports }: Session, { file, format }: Book): Promise<BookResult> {
  const chunks = (await bookChunks(db, file.sha256)).toSorted((a, b) => a.chunk - b.chunk);
  const data = new Uint8Array(file.bytes);
  for (const { chunk, sha256 } of chunks) {
    const row = await db.blobs.get(sha256);
    if (row) data.set(new Uint8Array(row.data), chunk * MEDIA_CHUNK_BYTES);
  }
  const isRight = toHex(hasher(data)) === file.sha256;
  const now = ports.clock.now();
  await db.transaction('rw', db.blobs, async () => {
    await db.blobs.bulkDelete(chunks.map(({ sha256 }) => sha256));
    const whole = { sha256: file.sha256, mime: format, data: data.buffer, bytes: file.bytes };
    if (isRight) await db.blobs.put({ ...whole, saved_at: now, sent_at: now });
  });
  return isRight ? DONE : { ok: false, why: 'refused', code: 'checksum' };
}

async function fetchChunks(session: Session, book: Book): Promise<BookResult> {
  const { db, ports } = session;
  const { sha256, bytes } = book.file;
  const here = new Set((await bookChunks(db, sha256)).map(({ chunk }) => chunk));
  for (let chunk = 0; chunk * MEDIA_CHUNK_BYTES < bytes; chunk += 1) {
    if (here.has(chunk)) continue;
    const data = await fetchChunk(session, book, chunk);
    if (!(data instanceof ArrayBuffer)) return data;
    const now = ports.clock.now();
    const row = { sha256: chunkKey(sha256, chunk), mime: '', data, bytes: data.byteLength };
    await saveFreeingSpace(db, ports.caches, () => db.blobs.put({ ...row, saved_at: now, sent_at: now }));
  }
  return assemble(session, book);
}

const isStored = async ({ db }: Session, { file }: Book) =>
  (await db.blobs.where('sha256').equals(file.sha256).count()) > 0;

/** Downloads a book file, resuming where it stopped. It is stored in the user's database and deleted with it. */
export async function fetchBook(session: Session, id: string, env = browserEnv): Promise<BookResult> {
  const { db, ports } = session;
  const book = await db.books.get(id);
  if (!book) return { ok: false, why: 'refused', code: 'not_found' };
  const lock = `${db.name} book ${book.file.sha256}`;
  return ports.locks.request(lock, {}, async () => {
    if (await isStored(session, book)) return DONE;
    const available = availableBytes(await env.readSpace());
    // Chunks and complete file coexist for a moment.
    if (available !== null && available < 2 * book.file.bytes)
      return { ok: false, why: 'refused', code: 'too_large' } as const;
    try {
      const hasReader = book.format !== 'pdf' || (await hasPdfReader(session));
      return hasReader ? await fetchChunks(session, book) : { ok: false, why: offlineReason(session) };
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      // Everything evictable was evicted for it, and would be again with every cycle. On a full disk even this may not
      // fit.
      await evictBooks(db, [book.file.sha256]).catch(() => {});
      return { ok: false, why: 'refused', code: 'too_large' } as const;
    }
  });
}

/** Downloads purchased books automatically, unless the user limited downloads to Wi-Fi. */
export async function fetchBoughtBooks(session: Session, env = browserEnv): Promise<void> {
  const { db, device } = session;
  const line = env.readLine();
  if (line.isKnown && !line.isWifi && (await savedDevice(device, 'wifi_only'))) return;
  const left = await evictedBooks(db);
  const bought = await db.book_shelf.filter(({ bought_at }) => bought_at !== null).primaryKeys();
  for (const book of await db.books.bulkGet(bought)) {
    if (!book || left.has(book.file.sha256) || (await isStored(session, book))) continue;
    const result = await fetchBook(session, book.id, env);
    if (result.ok) continue;
    if (result.why !== 'refused') return;
    // A corrupt file would be corrupt again with every cycle.
    if (result.code === 'checksum') await evictBooks(db, [book.file.sha256]);
  }
}

const readersChecked = new WeakSet<Ports>();

/**
 * On the first visit no service worker may have cached the PDF viewer of a book downloaded then. Once it is known to be
 * stored, this is not checked again.
 */
export async function ensurePdfReader({ ports }: Session): Promise<void> {
  if (readersChecked.has(ports)) return;
  if ((await fetchOptionalAssets(ports)) === 'stored') readersChecked.add(ports);
}

async function purchase(session: Session, id: string): Promise<BookResult> {
  const result = await request(session, call('books.purchase'), { body: { id } });
  if (result.kind !== 'reply') return failureOf(result);
  const url = bookCalls['books.purchase'].reply.safeParse(result.body);
  return url.success ? { ok: true, url: url.data } : { ok: false, why: 'no_answer' };
}

/** Runs a screen's action on a book. */
export async function runBookAction(session: Session, verb: BookAction, id: string): Promise<BookResult> {
  if (await closedGate(session)) return { ok: false, why: 'no_answer' };
  if (verb === 'buy') return purchase(session, id);
  const book = await session.db.books.get(id);
  if (book) await unevictBook(session.db, book.file.sha256);
  return fetchBook(session, id);
}
