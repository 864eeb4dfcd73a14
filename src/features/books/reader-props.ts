import type { ReactNode } from 'react';
import type { BookShelf } from '../../../contract/entities/book-shelf.ts';
import type { ReaderBook } from './reader-frame.tsx';
import type { ReadingPosition } from './reading-position.ts';

/** Props that the EPUB and PDF readers share. */
export interface ReaderProps {
  book: ReaderBook;
  /** Shown above the page. */
  notice: ReactNode;
  /** Current position; the reader moves whenever a new value is passed. */
  at: ReadingPosition;
  bookmarks: BookShelf['marks'];
  onPositionChange: (place: string, percent: number) => void;
  onAddBookmark: (place: string, text: string) => void;
  onRemoveBookmark: (id: string) => void;
}
