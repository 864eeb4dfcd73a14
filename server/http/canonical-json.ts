import { createHash } from 'node:crypto';
import { Refused } from '../../contract/errors.ts';

/** Deeper than any schema of ours; the walk below is recursive. */
const MOST_LEVELS = 40;

/** JSON with the keys of every object sorted: the same value always gives the same text. Throws Refused `invalid` for absurd depth. */
export function canonicalJson(value: unknown, level = 0): string {
  if (level > MOST_LEVELS) throw new Refused('invalid');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null, level + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const pairs = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, level + 1)}`).join(',')}}`;
}

/** What tells one write from another under the same key: its name, its record and its args. */
export function requestHash(write: { kind: string; id?: string; args: unknown }): string {
  return createHash('sha256').update(canonicalJson(write)).digest('hex');
}
