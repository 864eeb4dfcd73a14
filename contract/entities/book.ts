import { Id, Sha256 } from '../fields.ts';
import { bookFormats } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { MediaItem } from './lesson.ts';
import { stores } from './stores.ts';

/** Data of a book that is the same for all users. Purchases and reading positions are in `book_shelf`. */
export const Book = z.object({
  id: Id,
  rev: z.int(),
  title: z.string(),
  author: z.string(),
  /** Sanitised HTML. */
  description: z.string(),
  /** BCP 47 language tag, taken from the book file. */
  language: z.string(),
  format: z.enum(bookFormats),
  /**
   * The file that a phone downloads: for an EPUB the book pack (contract/book-pack.ts), otherwise the original file.
   */
  file: z.object({ sha256: Sha256, bytes: z.int() }),
  pages: z.nullable(z.int()),
  /** Price in cents; 0 means free. */
  price_cents: z.int(),
  is_new: z.boolean(),
  /** Contains only the cover; empty if there is none. */
  media: z.array(MediaItem),
});
export type Book = z.infer<typeof Book>;

export const books = defineEntity<Book>({ ...stores.books, schema: Book, policies: {} });
