import { sha256 as hasher } from '@noble/hashes/sha2.js';
import { bookCalls } from '../../contract/calls/books.ts';
import { callIn } from '../../contract/calls/define.ts';
import type { Book } from '../../contract/entities/book.ts';
import { PIECE_BYTES } from '../../contract/media-range.ts';
import type { BookResult, BookVerb } from '../../src/bridge/sync-api.ts';
import { savedDevice } from '../../src/db/schema/device.ts';
import { bookPieces, pieceKey } from '../../src/db/queries/books.ts';
import { booksLeft, leaveBooks, wantBook } from '../../src/db/storage/evicted-books.ts';
import { isQuota } from '../../src/db/schema/db.ts';
import { readLine, type Line } from '../../src/lib/connection.ts';
import { readSpace, roomFor, type Space } from '../../src/lib/storage.ts';
import { failureOf } from './account.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { closedGate } from './gates.ts';
import { urlOf } from './http.ts';
import { bringLate } from './optional-assets.ts';
import { fetchPiece, hexOf, savedWithRoom } from './range-download.ts';
import { request, type Session } from './session.ts';

const DONE = { ok: true, url: null } as const;

/** What a download asks of the browser; handed in by tests. */
export interface Surroundings {
  readLine: () => Line;
  readSpace: () => Promise<Pick<Space, 'used' | 'quota'>>;
}

const browser: Surroundings = { readLine: () => readLine(), readSpace };

const call = (name: keyof typeof bookCalls) => callIn(bookCalls, name);

const unreached = ({ ports }: Session) => (ports.isOnline() ? 'no_answer' : 'offline');

/** What reads it is here first: a book that is on this phone can be opened. Throws for a full disk. */
async function broughtLate({ ports }: Session): Promise<boolean> {
  try {
    return (await bringLate(ports)) !== 'other';
  } catch (error) {
    if (isQuota(error)) throw error;
    return false;
  }
}

async function pieceOf(session: Session, { id, file }: Book, piece: number): Promise<ArrayBuffer | BookResult> {
  const path = urlOf(call('books.file'), { params: { id } });
  const { status, data } = await fetchPiece(session, path, { piece, bytes: file.bytes });
  if (status === 404) return { ok: false, why: 'refused', code: 'not_found' };
  return data ?? { ok: false, why: status === null ? unreached(session) : 'no_answer' };
}

/** All pieces as one file, when it is the one that the server named; otherwise they go. */
async function finish({ db, ports }: Session, { file, format }: Book): Promise<BookResult> {
  const pieces = (await bookPieces(db, file.sha256)).toSorted((a, b) => a.piece - b.piece);
  const data = new Uint8Array(file.bytes);
  for (const { piece, sha256 } of pieces) {
    const kept = await db.blobs.get(sha256);
    if (kept) data.set(new Uint8Array(kept.data), piece * PIECE_BYTES);
  }
  const isRight = hexOf(hasher(data)) === file.sha256;
  const now = ports.clock.now();
  await db.transaction('rw', db.blobs, async () => {
    await db.blobs.bulkDelete(pieces.map(({ sha256 }) => sha256));
    const whole = { sha256: file.sha256, mime: format, data: data.buffer, bytes: file.bytes };
    if (isRight) await db.blobs.put({ ...whole, saved_at: now, sent_at: now });
  });
  return isRight ? DONE : { ok: false, why: 'refused', code: 'checksum' };
}

async function fetchPieces(session: Session, book: Book): Promise<BookResult> {
  const { db, ports } = session;
  const { sha256, bytes } = book.file;
  const here = new Set((await bookPieces(db, sha256)).map(({ piece }) => piece));
  for (let piece = 0; piece * PIECE_BYTES < bytes; piece += 1) {
    if (here.has(piece)) continue;
    const data = await pieceOf(session, book, piece);
    if (!(data instanceof ArrayBuffer)) return data;
    const now = ports.clock.now();
    const row = { sha256: pieceKey(sha256, piece), mime: '', data, bytes: data.byteLength };
    await savedWithRoom(db, ports.caches, () => db.blobs.put({ ...row, saved_at: now, sent_at: now }));
  }
  return finish(session, book);
}

const isHere = async ({ db }: Session, { file }: Book) =>
  (await db.blobs.where('sha256').equals(file.sha256).count()) > 0;

/** Brings the file of a book, from where it broke off. It is kept in this person's database and goes with it. */
export async function fetchBook(session: Session, id: string, around = browser): Promise<BookResult> {
  const { db, ports } = session;
  const book = await db.books.get(id);
  if (!book) return { ok: false, why: 'refused', code: 'not_found' };
  const lock = `${db.name} book ${book.file.sha256}`;
  return ports.locks.request(lock, {}, async () => {
    if (await isHere(session, book)) return DONE;
    const room = roomFor(await around.readSpace());
    // The pieces and the whole lie side by side for a moment.
    if (room !== null && room < 2 * book.file.bytes) return { ok: false, why: 'refused', code: 'too_large' } as const;
    try {
      const hasReader = book.format !== 'pdf' || (await broughtLate(session));
      return hasReader ? await fetchPieces(session, book) : { ok: false, why: unreached(session) };
    } catch (error) {
      if (!isQuota(error)) throw error;
      // All that could be given up for it is gone, and would go again with every turn. On a full disk not even this may fit.
      await leaveBooks(db, [book.file.sha256]).catch(() => {});
      return { ok: false, why: 'refused', code: 'too_large' } as const;
    }
  });
}

/** What was bought comes by itself, unless the line costs and the person wants none of that. */
export async function bringBought(session: Session, around = browser): Promise<void> {
  const { db, device } = session;
  const line = around.readLine();
  if (line.isKnown && !line.isWifi && (await savedDevice(device, 'wifi_only'))) return;
  const left = await booksLeft(db);
  const bought = await db.book_shelf.filter(({ bought_at }) => bought_at !== null).primaryKeys();
  for (const book of await db.books.bulkGet(bought)) {
    if (!book || left.has(book.file.sha256) || (await isHere(session, book))) continue;
    const result = await fetchBook(session, book.id, around);
    if (result.ok) continue;
    if (result.why !== 'refused') return;
    // One that arrives broken would arrive broken with every turn.
    if (result.code === 'checksum') await leaveBooks(db, [book.file.sha256]);
  }
}

const ready = new WeakSet<Ports>();

/**
 * On the first visit nobody may have kept what reads a PDF that was downloaded then: once it is known to be here, this
 * is not asked again.
 */
export async function keepReader({ ports }: Session): Promise<void> {
  if (ready.has(ports)) return;
  if ((await bringLate(ports)) === 'here') ready.add(ports);
}

async function buy(session: Session, id: string): Promise<BookResult> {
  const answer = await request(session, call('books.purchase'), { body: { id } });
  if (answer.kind !== 'reply') return failureOf(answer);
  const url = bookCalls['books.purchase'].reply.safeParse(answer.body);
  return url.success ? { ok: true, url: url.data } : { ok: false, why: 'no_answer' };
}

/** What a screen asks for. */
export async function bookVerb(session: Session, verb: BookVerb, id: string): Promise<BookResult> {
  if (await closedGate(session)) return { ok: false, why: 'no_answer' };
  if (verb === 'buy') return buy(session, id);
  const book = await session.db.books.get(id);
  if (book) await wantBook(session.db, book.file.sha256);
  return fetchBook(session, id);
}
