/**
 * Assigns the rows to slots, each of which is an element that stays in the document. A row keeps its slot as long as it
 * is shown, and a new row takes the slot of one that left: changing the texts of an element costs a fraction of
 * building another.
 */
export function slotsOf(before: ReadonlyMap<number, number>, indexes: readonly number[]): Map<number, number> {
  const kept = indexes.filter((index) => before.has(index));
  const next = new Map(kept.map((index) => [index, before.get(index) ?? 0]));
  const taken = new Set(next.values());
  let free = 0;
  for (const index of indexes) {
    if (next.has(index)) continue;
    while (taken.has(free)) free += 1;
    taken.add(free);
    next.set(index, free);
  }
  return next;
}
