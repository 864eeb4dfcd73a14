import { tableChangesOf, type TableChanges } from './table-changes.ts';
import type { Db } from './tables.ts';

interface Entry<T> {
  value: T;
  changes: number;
}

/**
 * Keeps values in memory until one of the tables from which they were read changes. Keeps nothing if other processes
 * may write to the database. A transaction that uses a memo must not write, because the memo would not notice a
 * rollback.
 */
export class TableMemo<T> {
  readonly #tables: readonly string[];
  readonly #byDatabase = new WeakMap<TableChanges, Map<string, Entry<T>>>();

  constructor(tables: readonly string[]) {
    this.#tables = tables;
  }

  /**
   * Returns the value of a key, which `read` determines if the memo has no current value. The memo keeps at most `max`
   * values and drops the least recently used one.
   */
  async get(db: Db, key: string, read: () => Promise<T>, max: number): Promise<T> {
    const tableChanges = tableChangesOf(db);
    if (!tableChanges) return read();
    const entries = this.#byDatabase.get(tableChanges) ?? new Map<string, Entry<T>>();
    this.#byDatabase.set(tableChanges, entries);
    const changes = tableChanges.sum(this.#tables);
    let entry = entries.get(key);
    entries.delete(key);
    // A change that is made while `read` waits for the connection is part of the value, although `changes` does not
    // include it. The next call then reads the value again unnecessarily.
    if (entry?.changes !== changes) entry = { value: await read(), changes };
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= max) break;
      entries.delete(oldest);
    }
    return entry.value;
  }
}
