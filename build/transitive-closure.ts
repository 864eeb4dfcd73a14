/**
 * Returns all elements that can be reached from `start` through `next`, including `start` itself, in the order of
 * discovery.
 */
export function transitiveClosure<T>(start: Iterable<T>, next: (from: T) => Iterable<T>): Set<T> {
  const seen = new Set(start);
  // Iterating over a Set includes the elements that are added during the iteration.
  for (const from of seen) for (const to of next(from)) seen.add(to);
  return seen;
}
