/**
 * Assigns rows to slots. A slot is a row element that stays in the document and shows different rows one after another.
 * A row keeps its slot until a new row needs that slot, even if the row is no longer visible. This makes scrolling
 * fast: changing the texts of an element costs a fraction of creating an element, and adding or removing one makes the
 * browser compute the styles of all its siblings again.
 */
export function assignSlots(before: ReadonlyMap<number, number>, indexes: readonly number[]): Map<number, number> {
  const shown = new Set(indexes);
  const hiddenIndexes = [...before.keys()].filter((index) => !shown.has(index));
  const next = new Map(before);
  for (const index of indexes) {
    if (next.has(index)) continue;
    const freedIndex = hiddenIndexes.pop();
    const slot = (freedIndex === undefined ? undefined : next.get(freedIndex)) ?? next.size;
    if (freedIndex !== undefined) next.delete(freedIndex);
    next.set(index, slot);
  }
  return next;
}
