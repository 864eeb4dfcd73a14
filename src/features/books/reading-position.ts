import type { BookShelf } from '../../../contract/entities/book-shelf.ts';

export interface ReadingPosition {
  /** Chapter of an EPUB or page of a PDF; from 0. */
  part: number;
  /** Index of the block in the chapter, from 0. */
  block: number;
}

export const positionLabel = ({ part, block }: ReadingPosition): string => `${part}/${block}`;

export function parsePosition(text: string): ReadingPosition {
  const [part = 0, block = 0] = text.split('/').map(Number);
  return { part, block };
}

export interface OpeningPosition {
  at: ReadingPosition;
  /** A newer position of another device, which the reader can jump to; null if there is none. */
  offer: BookShelf['places'][number] | null;
}

/** Returns the position at which to open a book: that of this device or, without one, that of another device. */
export function openingPosition(shelf: BookShelf | null, device_id: string): OpeningPosition {
  const places = (shelf?.places ?? []).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const ownPosition = places.find((place) => place.device_id === device_id);
  const [newest] = places;
  if (!newest) return { at: { part: 0, block: 0 }, offer: null };
  if (!ownPosition) return { at: parsePosition(newest.place), offer: null };
  const isElsewhere = newest !== ownPosition && newest.place !== ownPosition.place;
  return { at: parsePosition(ownPosition.place), offer: isElsewhere ? newest : null };
}
