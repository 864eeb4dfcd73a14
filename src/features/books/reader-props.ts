import type { BookShelf } from '../../../contract/entities/book-shelf.ts';
import type { ReadingPosition } from './reading-position.ts';

/** What both readers need. */
export interface ReaderProps {
  /** Where to be; a new one moves there. */
  at: ReadingPosition;
  bookmarks: BookShelf['marks'];
  onPositionChange: (place: string, percent: number) => void;
  onAddBookmark: (place: string, text: string) => void;
  onRemoveBookmark: (id: string) => void;
}
