import { Id, Instant, text } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** A position in a book, as two zero-based numbers: chapter and block for an EPUB; page and 0 for a PDF. */
export const BookPosition = z.string().check(z.regex(/^\d{1,5}\/\d{1,6}$/, { error: 'invalid' }));

/** Reading progress in percent, 0..100. */
export const Percent = z.int().check(z.gte(0), z.lte(100));

export const Bookmark = z.object({ id: Id, place: BookPosition, text: text(0, 200), at: Instant });
export type Bookmark = z.infer<typeof Bookmark>;

/** A user's data on one book: purchase, reading positions and bookmarks. `id` is the book's id. */
export const BookShelf = z.object({
  id: Id,
  rev: z.int(),
  bought_at: z.nullable(Instant),
  /** The latest reading position on each device. */
  places: z.array(z.object({ device_id: Id, place: BookPosition, percent: Percent, at: Instant })),
  marks: z.array(Bookmark),
});
export type BookShelf = z.infer<typeof BookShelf>;

export const bookShelf = defineEntity<BookShelf>({ ...stores.book_shelf, schema: BookShelf, policies: {} });
