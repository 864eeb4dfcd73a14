/** Everything that can be come to from `start`, itself included, in the order of coming to it. */
export function reach<T>(start: Iterable<T>, next: (from: T) => Iterable<T>): Set<T> {
  const seen = new Set(start);
  // A set takes in what is added while one walks through it.
  for (const from of seen) for (const to of next(from)) seen.add(to);
  return seen;
}
