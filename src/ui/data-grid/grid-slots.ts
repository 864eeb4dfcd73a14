/**
 * Assigns the rows to slots, each of which is an element that stays in the document. A row keeps its slot until a new
 * row needs it, even after it left the window: changing the texts of an element costs a fraction of building another,
 * and an element that comes or goes makes the browser compute the styles of all its neighbours again.
 */
export function slotsOf(before: ReadonlyMap<number, number>, indexes: readonly number[]): Map<number, number> {
  const shown = new Set(indexes);
  const left = [...before.keys()].filter((index) => !shown.has(index));
  const next = new Map(before);
  for (const index of indexes) {
    if (next.has(index)) continue;
    const gone = left.pop();
    const slot = (gone === undefined ? undefined : next.get(gone)) ?? next.size;
    if (gone !== undefined) next.delete(gone);
    next.set(index, slot);
  }
  return next;
}
