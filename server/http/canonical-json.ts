import { createHash } from 'node:crypto';
import { Refused } from '../../contract/errors.ts';

/** Maximum nesting depth, because `canonicalJson` is recursive. All schemas are nested less deeply. */
const MAX_DEPTH = 40;

/**
 * Serialises a value as JSON with sorted object keys, so that equal values give equal strings. Throws Refused `invalid`
 * if the value is nested too deeply.
 */
export function canonicalJson(value: unknown, level = 0): string {
  if (level > MAX_DEPTH) throw new Refused('invalid');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null, level + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const pairs = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, level + 1)}`).join(',')}}`;
}

/**
 * Returns a hash of the name, record id and args of a write, to detect that an idempotency key is reused for a
 * different write.
 */
export function requestHash(write: { kind: string; id?: string; args: unknown }): string {
  return createHash('sha256').update(canonicalJson(write)).digest('hex');
}
