/** Returns the Levenshtein distance of two strings, or null if it exceeds `limit`. */
export function distanceWithin(a: string, b: string, limit: number): number | null {
  if (Math.abs(a.length - b.length) > limit) return null;
  if (a === b) return 0;
  let previousRow = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    // Cells that are further from the diagonal than `limit` cannot contain a distance within `limit`.
    const from = Math.max(1, row - limit);
    const to = Math.min(b.length, row + limit);
    const currentRow = previousRow.map(() => limit + 1);
    currentRow[0] = row;
    let least = row;
    for (let at = from; at <= to; at += 1) {
      const substitutionCost = a.charCodeAt(row - 1) === b.charCodeAt(at - 1) ? 0 : 1;
      const cost = Math.min(previousRow[at]! + 1, currentRow[at - 1]! + 1, previousRow[at - 1]! + substitutionCost);
      currentRow[at] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return null;
    previousRow = currentRow;
  }
  const distance = previousRow[b.length]!;
  return distance <= limit ? distance : null;
}

const MAX_DISTANCE = 2;

/**
 * Returns the maximum distance at which a name still counts as similar. It is smaller for short names, because short
 * names of different people are often similar, such as Ann and Jan.
 */
const maxDistanceFor = (name: string): number => Math.min(MAX_DISTANCE, Math.floor(name.length / 3));

/**
 * Returns the distance of two spellings of a name, allowing for typos or for first and last name being swapped; null if
 * the names are different.
 */
export function nameDistance(name: string, other: string): number | null {
  const maxDistance = maxDistanceFor(name);
  if (Math.abs(name.length - other.length) > maxDistance) return null;
  const distanceAsGiven = mayMatch(name, other) ? distanceWithin(name, other, maxDistance) : null;
  if (distanceAsGiven !== null) return distanceAsGiven;
  const swapped = swapNames(name);
  return swapped !== name && mayMatch(swapped, other) ? distanceWithin(swapped, other, maxDistance) : null;
}

/**
 * Whether the first or the last letter matches. This cheap filter misses names with typos at both ends, which are rare.
 */
const mayMatch = (a: string, b: string): boolean =>
  a.charCodeAt(0) === b.charCodeAt(0) || a.charCodeAt(a.length - 1) === b.charCodeAt(b.length - 1);

function swapNames(name: string): string {
  const at = name.indexOf(' ');
  return at < 0 ? name : `${name.slice(at + 1)} ${name.slice(0, at)}`;
}
