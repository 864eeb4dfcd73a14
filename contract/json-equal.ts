/**
 * Whether two JSON values are equal. Key order does not matter, and a key whose value is undefined counts as missing.
 */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  const left = new Map<string, unknown>(Object.entries(a));
  const right = new Map<string, unknown>(Object.entries(b));
  return [...new Set([...left.keys(), ...right.keys()])].every((key) => jsonEqual(left.get(key), right.get(key)));
}
