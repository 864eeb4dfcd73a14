/** Returns the Levenshtein distance of two texts, or null if it exceeds `limit`. */
export function distanceWithin(a: string, b: string, limit: number): number | null {
  if (Math.abs(a.length - b.length) > limit) return null;
  if (a === b) return 0;
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    // Cells further from the diagonal than `limit` can only be larger.
    const from = Math.max(1, row - limit);
    const to = Math.min(b.length, row + limit);
    const line = above.map(() => limit + 1);
    line[0] = row;
    let least = row;
    for (let at = from; at <= to; at += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(at - 1) ? 0 : 1;
      const cost = Math.min(above[at]! + 1, line[at - 1]! + 1, above[at - 1]! + same);
      line[at] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return null;
    above = line;
  }
  const distance = above[b.length]!;
  return distance <= limit ? distance : null;
}

const MAX_DISTANCE = 2;

/** Short names are similar without being the same: Ann and Jan. */
const maxDistanceFor = (name: string): number => Math.min(MAX_DISTANCE, Math.floor(name.length / 3));

/** Returns how far two spellings of a name differ (typos, or first and last name swapped); null for different names. */
export function nameDistance(name: string, other: string): number | null {
  const most = maxDistanceFor(name);
  if (Math.abs(name.length - other.length) > most) return null;
  const straight = mayMatch(name, other) ? distanceWithin(name, other, most) : null;
  if (straight !== null) return straight;
  const turned = swapNames(name);
  return turned !== name && mayMatch(turned, other) ? distanceWithin(turned, other, most) : null;
}

/** Cheap filter: names with typos at both ends are rare enough to miss. */
const mayMatch = (a: string, b: string): boolean =>
  a.charCodeAt(0) === b.charCodeAt(0) || a.charCodeAt(a.length - 1) === b.charCodeAt(b.length - 1);

function swapNames(name: string): string {
  const at = name.indexOf(' ');
  return at < 0 ? name : `${name.slice(at + 1)} ${name.slice(0, at)}`;
}
