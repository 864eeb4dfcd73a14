import { Dexie } from 'dexie';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { PhoneDb } from './db.ts';

/** Which rows of a table a transaction wrote or took away; null when it named a whole range of them. */
export type ChangedKeys = string[] | null;

/** A set of ranges of keys, as Dexie passes it between contexts. */
interface Ranges {
  d: number;
  from?: unknown;
  to?: unknown;
  l?: Ranges | null;
  r?: Ranges | null;
}

function keysOf({ d, from, to, l, r }: Ranges): ChangedKeys {
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
    const keys = ranges ? keysOf(ranges) : [];
    if (keys === null || keys.length > 0) notify(keys);
  };
  Dexie.on('storagemutated', listen);
  return () => Dexie.on.storagemutated.unsubscribe(listen);
}
