import { BookPosition, type BookShelf, Percent } from '../entities/book-shelf.ts';
import { Id, text } from '../fields.ts';
import { MAX_BOOK_DEVICES, MAX_BOOK_MARKS } from '../values.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

type ShelfRow = BookShelf | null;

const shelfOf = (row: ShelfRow, id: string): BookShelf => row ?? { id, rev: 0, bought_at: null, places: [], marks: [] };

/**
 * Returns the row with a device's reading position added. Only the latest position per device is kept, and only for the
 * most recent devices.
 */
export function withPosition(row: ShelfRow, id: string, newPosition: BookShelf['places'][number]): BookShelf {
  const shelf = shelfOf(row, id);
  const knownPosition = shelf.places.find(({ device_id }) => device_id === newPosition.device_id);
  if (knownPosition && knownPosition.at >= newPosition.at) return shelf;
  const otherPositions = shelf.places.filter((other) => other !== knownPosition);
  const places = [...otherPositions, newPosition].toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MAX_BOOK_DEVICES);
  return { ...shelf, places };
}

/** Returns the row with a bookmark added. A repeated call with the same id changes nothing. */
export function withBookmark(row: ShelfRow, id: string, mark: BookShelf['marks'][number]): BookShelf {
  const shelf = shelfOf(row, id);
  if (shelf.marks.some((known) => known.id === mark.id)) return shelf;
  return { ...shelf, marks: [...shelf.marks, mark].slice(-MAX_BOOK_MARKS) };
}

export function withoutBookmark(row: ShelfRow, id: string, mark_id: string): BookShelf {
  const shelf = shelfOf(row, id);
  return { ...shelf, marks: shelf.marks.filter((mark) => mark.id !== mark_id) };
}

const bookShelfWrite = { entity: 'book_shelf', mode: 'command', v: 1, documented: null } as const;

export const setReadingPosition = defineWrite({
  ...bookShelfWrite,
  // This is a background write, because the app saves reading positions by itself. The writes for bookmarks are not,
  // because users set bookmarks.
  background: true,
  args: z.strictObject({ place: BookPosition, percent: Percent }),
  optimistic: (row, args, { id, device_id, at }) => withPosition(row, id, { ...args, device_id, at }),
});

export const addBookmark = defineWrite({
  ...bookShelfWrite,
  args: z.strictObject({ mark_id: Id, place: BookPosition, text: text(0, 200) }),
  optimistic: (row, { mark_id, ...mark }, { id, at }) => withBookmark(row, id, { ...mark, id: mark_id, at }),
});

export const removeBookmark = defineWrite({
  ...bookShelfWrite,
  args: z.strictObject({ mark_id: Id }),
  optimistic: (row, { mark_id }, { id }) => withoutBookmark(row, id, mark_id),
});
