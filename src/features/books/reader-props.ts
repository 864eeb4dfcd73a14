import type { BookShelf } from '../../../contract/entities/book-shelf.ts';
import type { ReadingPosition } from './reading-position.ts';

/** Props of both readers. */
export interface ReaderProps {
  /** Current position; a new value moves there. */
  at: ReadingPosition;
  bookmarks: BookShelf['marks'];
  onPositionChange: (place: string, percent: number) => void;
  onAddBookmark: (place: string, text: string) => void;
  onRemoveBookmark: (id: string) => void;
}
