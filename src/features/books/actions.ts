import type { Store } from '../../db/schema/store.ts';

/** Saves this device's reading position in a book. */
export function saveReadingPosition(store: Store, id: string, place: string, percent: number): Promise<string> {
  return store.write({ kind: 'book.place', id, args: { place, percent } });
}

export function addBookmark(store: Store, id: string, place: string, text: string): Promise<string> {
  return store.write({ kind: 'book.mark', id, args: { mark_id: store.newId(), place, text: text.slice(0, 200) } });
}

export function removeBookmark(store: Store, id: string, mark_id: string): Promise<string> {
  return store.write({ kind: 'book.unmark', id, args: { mark_id } });
}
