import type { Db } from './tables.ts';

/**
 * Matches the names of the tables that a statement changes. A statement can change several tables in its subqueries.
 */
const changedTablePattern = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+"?([a-z_]+)"?/gi;

const tablesIn = (text: string): string[] =>
  [...text.matchAll(changedTablePattern)].map((match) => match[1]!.toLowerCase());

/**
 * Counts the statements that changed each table of a database with one connection and no other process. Data that was
 * read from a table is current as long as the count of the table has not changed.
 */
export class TableChanges {
  readonly #counts = new Map<string, number>();
  /** Names of the changed tables, by the text of the statement. */
  readonly #known = new Map<string, string[]>();
  readonly #maxKnown: number;

  constructor(maxKnown = 2_000) {
    this.#maxKnown = maxKnown;
  }

  /** Counts a statement for each table that it changes. Call it before the statement runs. */
  note(text: string): void {
    let tables = this.#known.get(text);
    if (!tables) {
      tables = tablesIn(text);
      if (this.#known.size >= this.#maxKnown) this.#known.clear();
      this.#known.set(text, tables);
    }
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  /** Returns the sum of the counts of the tables. It increases when any of the tables is changed. */
  sum(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#counts.get(table) ?? 0), 0);
  }
}

const changesByDb = new WeakMap<Db, TableChanges>();

/** Declares that `changes` counts all changes to the database of `db`, since no other process writes to it. */
export function setTableChanges(db: Db, changes: TableChanges): void {
  changesByDb.set(db, changes);
}

/** Returns the counts of changes to a database; undefined if other processes may write to the database. */
export const tableChangesOf = (db: Db): TableChanges | undefined => changesByDb.get(db);
