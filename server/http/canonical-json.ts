import { createHash } from 'node:crypto';
import { Refused } from '../../contract/errors.ts';

/** Deeper than any of our schemas; `canonicalJson` is recursive. */
const MAX_DEPTH = 40;

/** JSON with sorted object keys: equal values give equal texts. Throws Refused `invalid` if nested too deeply. */
export function canonicalJson(value: unknown, level = 0): string {
  if (level > MAX_DEPTH) throw new Refused('invalid');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null, level + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const pairs = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, level + 1)}`).join(',')}}`;
}

/** Hash of a write's name, record and args, to detect another write under the same key. */
export function requestHash(write: { kind: string; id?: string; args: unknown }): string {
  return createHash('sha256').update(canonicalJson(write)).digest('hex');
}
