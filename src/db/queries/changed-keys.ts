import { Dexie } from 'dexie';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { PhoneDb } from '../schema/db.ts';

/** First and last key of a change with too many keys to list. Not every key between them has changed. */
export interface KeyRange {
  from: string;
  to: string;
}

/** Keys that a transaction wrote or deleted; null if unknown. */
export type ChangedKeys = string[] | KeyRange | null;

/** A set of key ranges, as Dexie passes it between contexts. */
interface Ranges {
  d: number;
  from?: unknown;
  to?: unknown;
  l?: Ranges | null;
  r?: Ranges | null;
}

function changedKeysIn(ranges: Ranges): ChangedKeys {
  const { d, from, to } = ranges;
  const isRange = d === 1 && typeof from === 'string' && typeof to === 'string' && from !== to;
  return isRange ? { from, to } : keysOf(ranges);
}

function keysOf({ d, from, to, l, r }: Ranges): string[] | null {
  if (d === 0) return [];
  if (typeof from !== 'string' || from !== to) return null;
  const left = l ? keysOf(l) : [];
  const right = r ? keysOf(r) : [];
  return left && right && [...left, from, ...right];
}

/**
 * Calls `notify` after each transaction of any tab or worker that may have changed rows of the table. Returns the
 * unsubscribe function.
 */
export function onChangedKeys(db: PhoneDb, table: EntityName, notify: (keys: ChangedKeys) => void): () => void {
  const part = `idb://${db.name}/${table}/`;
  const listen = (parts: Record<string, unknown>): void => {
    // Dexie reports `all` if it cannot tell which keys changed.
    if ('all' in parts) return notify(null);
    const ranges = parts[part] as Ranges | undefined;
    const keys = ranges ? changedKeysIn(ranges) : [];
    if (!Array.isArray(keys) || keys.length > 0) notify(keys);
  };
  Dexie.on('storagemutated', listen);
  return () => Dexie.on.storagemutated.unsubscribe(listen);
}
