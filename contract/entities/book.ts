import { Id, Sha256 } from '../fields.ts';
import { bookFormats } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { MediaItem } from './lesson.ts';
import { stores } from './stores.ts';

/** What everybody may know of a book. Who bought it, and where he is in it, stands in `book_shelf`. */
export const Book = z.object({
  id: Id,
  rev: z.int(),
  title: z.string(),
  author: z.string(),
  /** Sanitised HTML. */
  description: z.string(),
  /** As the file names it: BCP 47. */
  language: z.string(),
  format: z.enum(bookFormats),
  /** What a phone downloads: of an EPUB its pack (contract/book-pack.ts), else the file as it was. */
  file: z.object({ sha256: Sha256, bytes: z.int() }),
  pages: z.nullable(z.int()),
  /** 0: everybody's. */
  price_cents: z.int(),
  is_new: z.boolean(),
  /** The cover alone. */
  media: z.array(MediaItem),
});
export type Book = z.infer<typeof Book>;

export const books = defineEntity<Book>({ ...stores.books, schema: Book, policies: {} });
