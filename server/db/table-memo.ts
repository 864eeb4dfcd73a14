import { tableChangesOf, type TableChanges } from './table-changes.ts';
import type { Db } from './tables.ts';

interface Entry<T> {
  value: T;
  changes: number;
}

/**
 * Keeps values in memory until one of the tables changes from which they were read. It keeps nothing if other processes
 * may write to the database. A transaction that uses it must not write, because a rollback would go unnoticed.
 */
export class TableMemo<T> {
  readonly #tables: readonly string[];
  readonly #byDatabase = new WeakMap<TableChanges, Map<string, Entry<T>>>();

  constructor(tables: readonly string[]) {
    this.#tables = tables;
  }

  /** Returns the value of a key. Of more than `max` values, the one that was used least recently is dropped. */
  async get(db: Db, key: string, read: () => Promise<T>, max: number): Promise<T> {
    const tableChanges = tableChangesOf(db);
    if (!tableChanges) return read();
    const entries = this.#byDatabase.get(tableChanges) ?? new Map<string, Entry<T>>();
    this.#byDatabase.set(tableChanges, entries);
    const changes = tableChanges.sum(this.#tables);
    let entry = entries.get(key);
    entries.delete(key);
    // A change made while `read` waits for the connection is part of its result, although `changes` does not include
    // it. The value is then read once more than necessary.
    if (entry?.changes !== changes) entry = { value: await read(), changes };
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= max) break;
      entries.delete(oldest);
    }
    return entry.value;
  }
}
