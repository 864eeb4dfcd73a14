/** Returns the transitive closure of `start` under `next`, in discovery order. */
export function transitiveClosure<T>(start: Iterable<T>, next: (from: T) => Iterable<T>): Set<T> {
  const seen = new Set(start);
  // A Set iterates over elements that are added during the iteration.
  for (const from of seen) for (const to of next(from)) seen.add(to);
  return seen;
}
