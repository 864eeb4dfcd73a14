import type { BookShelf } from '../../../contract/entities/book-shelf.ts';
import type { Book } from '../../../contract/entities/book.ts';
import { MEDIA_CHUNK_BYTES } from '../../../contract/media-range.ts';
import { markBooksEvicted } from '../storage/evicted-books.ts';
import type { PhoneDb } from '../schema/db.ts';
import { coverOf } from './lessons.ts';

/** Returns the key of a chunk in the blobs table. A complete file is stored under its own hash instead. */
export const chunkKey = (sha256: string, chunk: number): string => `${sha256}:${chunk}`;

/** Returns the stored chunks of a file. */
export async function bookChunks(db: PhoneDb, sha256: string): Promise<{ sha256: string; chunk: number }[]> {
  const keys = await db.blobs.where('sha256').startsWith(`${sha256}:`).primaryKeys();
  return keys.map((key) => ({ sha256: key, chunk: Number(key.slice(sha256.length + 1)) }));
}

/** A book in a list. */
export interface BookCard extends Omit<Book, 'description'> {
  /** URL of the cover, or undefined. */
  cover: string | undefined;
  /** Whether the user may read the book, because it is free or was bought. */
  isOwned: boolean;
  /** Downloaded part of the file, 0..1. */
  downloaded: number;
  /** Latest reading position on any device in percent, 0..100; null for a book that was not started. */
  percent: number | null;
}

export interface BookDetails {
  book: Book;
  card: BookCard;
  shelf: BookShelf | null;
}

const LIMIT = 500;

const latestPosition = (shelf: BookShelf | undefined) => shelf?.places.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];

/** Returns the number of stored chunks per file; Infinity for a complete file. */
function storedChunks(keys: readonly string[]): ReadonlyMap<string, number> {
  const chunkCounts = new Map<string, number>();
  for (const key of keys) {
    const [sha256 = '', chunk] = key.split(':');
    chunkCounts.set(sha256, (chunkCounts.get(sha256) ?? 0) + (chunk === undefined ? Infinity : 1));
  }
  return chunkCounts;
}

function cardOf(book: Book, shelf: BookShelf | undefined, chunkCounts: ReadonlyMap<string, number>): BookCard {
  const { description: _, ...rest } = book;
  const { sha256, bytes } = book.file;
  const chunks = chunkCounts.get(sha256) ?? 0;
  // The value stays below 1 until the chunks have been joined into one file and its hash was checked.
  const downloaded = chunks === Infinity ? 1 : chunks && Math.min((chunks * MEDIA_CHUNK_BYTES) / bytes, 0.99);
  const isOwned = book.price_cents === 0 || (shelf?.bought_at ?? null) !== null;
  const percent = latestPosition(shelf)?.percent ?? null;
  return { ...rest, cover: coverOf(book), isOwned, percent, downloaded };
}

/** Returns the books, each group by title: those that the user is reading first, then new books, then all others. */
export async function savedBooks(db: PhoneDb): Promise<BookCard[]> {
  const books = await db.books.orderBy('title').limit(LIMIT).toArray();
  const [shelves, keys] = await Promise.all([
    db.book_shelf.bulkGet(books.map(({ id }) => id)),
    db.blobs.toCollection().primaryKeys(),
  ]);
  const chunkCounts = storedChunks(keys);
  const cards = books.map((book, index) => cardOf(book, shelves[index], chunkCounts));
  const rank = (card: BookCard) => (card.percent !== null && card.percent < 100 ? 0 : card.is_new ? 1 : 2);
  return cards.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns one book with the user's reading position and bookmarks; null if it is not mirrored. */
export async function savedBook(db: PhoneDb, id: string): Promise<BookDetails | null> {
  const [book, shelf] = await Promise.all([db.books.get(id), db.book_shelf.get(id)]);
  if (!book) return null;
  const keys = await db.blobs.where('sha256').startsWith(book.file.sha256).primaryKeys();
  return { book, card: cardOf(book, shelf, storedChunks(keys)), shelf: shelf ?? null };
}

/** Returns the bytes of a book file; null if it is not on this phone. */
export async function bookFile(db: PhoneDb, sha256: string): Promise<ArrayBuffer | null> {
  return (await db.blobs.get(sha256))?.data ?? null;
}

/** Deletes a book file from this phone and excludes it from automatic downloads. */
export async function deleteBookFile(db: PhoneDb, { file }: Pick<Book, 'file'>): Promise<void> {
  await markBooksEvicted(db, [file.sha256]);
  const chunks = await bookChunks(db, file.sha256);
  await db.blobs.bulkDelete([file.sha256, ...chunks.map(({ sha256 }) => sha256)]);
}
