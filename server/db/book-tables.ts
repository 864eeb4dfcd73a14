import type { Bookmark, BookShelf } from '../../contract/entities/book-shelf.ts';
import type { Json, Synced } from './synced.ts';

export interface BooksTable extends Synced {
  id: string;
  path: string;
  source_hash: string;
  title: string;
  author: string;
  description: string;
  language: string;
  format: 'epub' | 'pdf';
  file_sha256: string;
  file_bytes: number;
  pages: number | null;
  price_cents: number;
  is_new: boolean;
  media: Json<unknown[]>;
}

export interface LibraryItemsTable {
  scope: string;
  user_id: string;
  book_id: string;
  rev: number;
  bought_at: string | null;
  places: Json<BookShelf['places']>;
  marks: Json<Bookmark[]>;
  created_at: string;
  updated_at: string;
}
