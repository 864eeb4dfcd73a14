import { type BookPack, PACK_HEADER_BYTES, PACK_MAGIC } from '../../contract/book-pack.ts';
import type { BookShelf } from '../../contract/entities/book-shelf.ts';
import type { Book } from '../../contract/entities/book.ts';
import { openDeviceDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { ensureDeviceId } from '../../src/db/schema/device.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

export const bookId = (number: number) => `0198c000-0000-7000-8000-0000000000b${number}`;
export const DEVICE = '0198c000-0000-7000-8000-0000000000d1';
export const OTHER = '0198c000-0000-7000-8000-0000000000d2';

export function makeBook(number: number, change: Partial<Book> = {}): Book {
  const textFields = {
    title: `Book ${number}`,
    author: 'Ada Moss',
    description: '<p>About a kettle.</p>',
    language: 'en',
  };
  const facts = { format: 'epub', pages: null, price_cents: 0, is_new: false } as const;
  const file = { sha256: String(number).repeat(64), bytes: 2_000_000 };
  return { id: bookId(number), rev: 1, ...textFields, ...facts, file, media: [], ...change };
}

export const makeShelf = (number: number, change: Partial<BookShelf> = {}): BookShelf => ({
  id: bookId(number),
  rev: 1,
  bought_at: null,
  places: [],
  marks: [],
  ...change,
});

export const makePlace = (device_id: string, day: string, place: string, percent: number) => ({
  device_id,
  at: `2026-03-0${day}T10:00:00.000Z`,
  place,
  percent,
});

export const chapters = ['One', 'Two', 'Three'].map((title) => ({
  title,
  html: `<h1>${title}</h1><p id="end">Text of ${title}.</p>`,
  lang: 'en',
  dir: 'ltr' as const,
  length: 50,
}));

/** Builds a book pack in the same format as the server. */
export function packOf(change: Partial<BookPack> = {}): ArrayBuffer {
  const contents = chapters.map(({ title }, chapter) => ({ title, depth: 0, chapter, anchor: '' }));
  const pack: BookPack = { v: 1, title: 'Book', lang: 'en', dir: 'ltr', contents, chapters, pictures: [], ...change };
  const json = new TextEncoder().encode(JSON.stringify(pack));
  const file = new Uint8Array(PACK_HEADER_BYTES + json.length);
  new DataView(file.buffer).setUint32(0, PACK_MAGIC);
  new DataView(file.buffer).setUint32(4, json.length);
  file.set(json, PACK_HEADER_BYTES);
  return file.buffer;
}

/** Shows the app at a path on a device with these books. */
export async function showBooks(
  at: string,
  books: readonly Book[],
  shelves: readonly BookShelf[] = [],
): Promise<{ db: PhoneDb; path: () => string }> {
  const ports = freshPorts();
  const db = await openPhone(ports, {}, { last_fetched_at: new Date().toISOString() });
  const device = openDeviceDb(ports);
  await ensureDeviceId(device, () => DEVICE);
  device.close();
  await db.books.bulkPut([...books]);
  await db.book_shelf.bulkPut([...shelves]);
  const { path } = await showApp(at, ports);
  return { db, path };
}

/** Stores the file of a book on the device. */
export const storeBook = (db: PhoneDb, { file }: Book, data = packOf()): Promise<string> =>
  db.blobs.put({ sha256: file.sha256, mime: 'epub', data, bytes: file.bytes, saved_at: 1, sent_at: 1 });

/** Returns the shadow root of the chapter on the screen. */
export const chapterRoot = (): ShadowRoot | null | undefined => document.querySelector('[data-chapter]')?.shadowRoot;
