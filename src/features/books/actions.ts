import type { Store } from '../../db/schema/store.ts';

/** Notes where this device is in a book. */
export function keepPlace(store: Store, id: string, place: string, percent: number): Promise<string> {
  return store.write({ kind: 'book.place', id, args: { place, percent } });
}

export function addMark(store: Store, id: string, place: string, text: string): Promise<string> {
  return store.write({ kind: 'book.mark', id, args: { mark_id: store.newId(), place, text: text.slice(0, 200) } });
}

export function removeMark(store: Store, id: string, mark_id: string): Promise<string> {
  return store.write({ kind: 'book.unmark', id, args: { mark_id } });
}
