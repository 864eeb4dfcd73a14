const builtIn = globalThis.structuredClone;

/**
 * Copies plain objects, lists and scalars, many times faster than the built-in clone. Leaves all other values, such as
 * bytes, to the built-in clone.
 */
export function plainClone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'function' || typeof value === 'symbol') return builtIn(value);
    return value;
  }
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (const item of value as unknown[]) copy.push(plainClone(item));
    return copy as T;
  }
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) return builtIn(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = plainClone((value as Record<string, unknown>)[key]);
  return copy as T;
}
