import type { BookShelf } from '../../../contract/entities/book-shelf.ts';
import type { Place } from './reading-position.ts';

/** What both readers need. */
export interface ReaderProps {
  /** Where to be; a new one moves there. */
  at: Place;
  marks: BookShelf['marks'];
  onPlace: (place: string, percent: number) => void;
  onMark: (place: string, text: string) => void;
  onUnmark: (id: string) => void;
}
