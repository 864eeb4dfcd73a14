import type { EntityName } from '../../contract/entities/stores.ts';
import { indexRow, findMatches, type IndexedRow, type RowText } from '../../contract/search/matching.ts';
import type { TextMatches } from '../../src/bridge/search-api.ts';
import type { KeyRange } from '../../src/db/queries/changed-keys.ts';

/** Search index of the texts of one source. A source can have rows from several tables. */
export class TextIndex {
  private readonly rows = new Map<string, IndexedRow<{ table: EntityName; id: string }>>();

  get size(): number {
    return this.rows.size;
  }

  /** Adds or replaces a row; a row without text is removed. */
  put(table: EntityName, id: string, text: RowText | null): void {
    if (text) this.rows.set(`${table}:${id}`, indexRow({ table, id }, text));
    else this.remove(table, id);
  }

  remove(table: EntityName, id: string): void {
    this.rows.delete(`${table}:${id}`);
  }

  /** Removes those rows of a table that have an id in the range but not in `ids`. */
  retain(table: EntityName, { from, to }: KeyRange, ids: ReadonlySet<string>): void {
    for (const [key, { row }] of this.rows) {
      const isInRange = row.table === table && row.id >= from && row.id <= to;
      if (isInRange && !ids.has(row.id)) this.rows.delete(key);
    }
  }

  find(text: string, limit: number): TextMatches {
    const { rows, count } = findMatches(this.rows.values(), text, limit);
    return { found: rows, total: count, total_all: this.size };
  }
}
