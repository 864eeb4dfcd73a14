import { Dexie } from 'dexie';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { PhoneDb } from '../schema/db.ts';

/** From the first to the last key of very many; not all that lies between has changed. */
export interface KeyRange {
  from: string;
  to: string;
}

/** Which rows of a table a transaction wrote or took away; null when it did not say. */
export type ChangedKeys = string[] | KeyRange | null;

/** A set of ranges of keys, as Dexie passes it between contexts. */
interface Ranges {
  d: number;
  from?: unknown;
  to?: unknown;
  l?: Ranges | null;
  r?: Ranges | null;
}

function changedIn(ranges: Ranges): ChangedKeys {
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

/** Calls back after each transaction of any tab or worker that touched the table. Gives the function that ends it. */
export function onChangedKeys(db: PhoneDb, table: EntityName, notify: (keys: ChangedKeys) => void): () => void {
  const part = `idb://${db.name}/${table}/`;
  const listen = (parts: Record<string, unknown>): void => {
    // What could not be told apart is named as `all`.
    if ('all' in parts) return notify(null);
    const ranges = parts[part] as Ranges | undefined;
    const keys = ranges ? changedIn(ranges) : [];
    if (!Array.isArray(keys) || keys.length > 0) notify(keys);
  };
  Dexie.on('storagemutated', listen);
  return () => Dexie.on.storagemutated.unsubscribe(listen);
}
