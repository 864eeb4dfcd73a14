import type { Db } from './tables.ts';

/** The names of the tables that a statement changes; a statement may contain several parts. */
const changed = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+"?([a-z_]+)"?/gi;

const tablesIn = (text: string): string[] => [...text.matchAll(changed)].map((match) => match[1]!.toLowerCase());

/**
 * Counts the statements that changed each table of a database with one connection and no other process. Data that was
 * read from a table is current as long as the count of the table is the same.
 */
export class TableChanges {
  readonly #counts = new Map<string, number>();
  /** Tables by the text of the statement. */
  readonly #known = new Map<string, string[]>();
  readonly #maxKnown: number;

  constructor(maxKnown = 2_000) {
    this.#maxKnown = maxKnown;
  }

  /** Counts a statement. Call it before the statement runs. */
  note(text: string): void {
    let tables = this.#known.get(text);
    if (!tables) {
      tables = tablesIn(text);
      if (this.#known.size >= this.#maxKnown) this.#known.clear();
      this.#known.set(text, tables);
    }
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  /** Returns a number that is higher after any of the tables has changed. */
  sum(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#counts.get(table) ?? 0), 0);
  }
}

const changesByDb = new WeakMap<Db, TableChanges>();

/** Declares that `changes` counts all changes to the database of `db`, since no other process writes to it. */
export function setTableChanges(db: Db, changes: TableChanges): void {
  changesByDb.set(db, changes);
}

/** Returns the counts of a database to which no other process writes; undefined for any other. */
export const tableChangesOf = (db: Db): TableChanges | undefined => changesByDb.get(db);
