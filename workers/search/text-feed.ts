import type { RowOf } from '../../contract/entities/index.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import { textSources, type TextSource } from '../../contract/search/text-sources.ts';
import type { TextMatches } from '../../src/bridge/search-api.ts';
import type { KeyRange } from '../../src/db/queries/changed-keys.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { ChangeQueue, type UnreadRows } from './change-queue.ts';
import { TextIndex } from './text-index.ts';
import { indexedTables } from './text-sources.ts';

/** Number of rows per read. It is small because lessons and tickets contain long texts. */
const READ_CHUNK = 200;

/**
 * Maximum number of rows of a table that are indexed. Ids begin with a timestamp, so the newest rows can be chosen by
 * id.
 */
export const MAX_ROWS = 20_000;

type Row = RowOf<EntityName>;

const ALL_IDS: KeyRange = { from: '', to: '\uffff' };

/** Returns a version string. It changes after every sync that fetched rows and after every local write. */
async function versionOf(db: PhoneDb): Promise<string> {
  const [cursors, acknowledged, last] = await Promise.all([
    savedMeta(db, 'cursors'),
    savedMeta(db, 'acknowledged'),
    db.outbox.toCollection().lastKey(),
  ]);
  return JSON.stringify([cursors, acknowledged, last]);
}

const tables = [...new Set(indexedTables.map(({ table }) => table))];

/** Indexes the texts of all searched rows except contacts, and follows their changes. */
export class TextFeed {
  private readonly db: PhoneDb;
  private readonly onChange: () => void;
  private readonly indexes = new Map<TextSource, TextIndex>(textSources.map((source) => [source, new TextIndex()]));
  private readonly queue: ChangeQueue;
  /** The version of the database when it was last read. */
  private version = '';
  /** Whether all rows that existed when indexing started are in the index. */
  isComplete = false;

  constructor(db: PhoneDb, onChange: () => void) {
    this.db = db;
    this.onChange = onChange;
    // Subscribes before reading, so that rows that change during the initial read are read again.
    this.queue = new ChangeQueue(db, tables, (changes) => this.readChanges(changes));
  }

  /** Indexes all rows. */
  async load(): Promise<void> {
    await this.queue.load(async () => {
      const version = await versionOf(this.db);
      for (const table of tables) await this.readRange(table, ALL_IDS);
      this.version = version;
    });
    this.isComplete = true;
    this.onChange();
  }

  /**
   * Checks for changes that the index missed, because a suspended tab receives no notifications. If the version of the
   * database has changed, everything is read again.
   */
  async recheck(): Promise<void> {
    await this.settled();
    const version = await versionOf(this.db);
    if (version === this.version) return;
    for (const table of tables) this.queue.add(table, null);
  }

  /** Resolves when all changes reported so far are in the index. */
  settled(): Promise<void> {
    return this.queue.settled();
  }

  find(source: TextSource, text: string, limit: number): TextMatches {
    return this.indexes.get(source)!.find(text, limit);
  }

  close(): void {
    this.queue.close();
  }

  private async readChanges(changes: UnreadRows): Promise<void> {
    const version = await versionOf(this.db);
    for (const [table, { ids, ranges, isUnknown }] of changes) {
      for (const range of isUnknown ? [ALL_IDS] : ranges) await this.readRange(table, range);
      await this.read(table, [...ids]);
    }
    this.version = version;
    this.onChange();
  }

  /** Reads the newest rows of a range, and removes rows that no longer exist from the index. */
  private async readRange(table: EntityName, range: KeyRange): Promise<void> {
    const seen = new Set<string>();
    let { to } = range;
    while (!this.queue.isClosed && seen.size < MAX_ROWS) {
      const isFirst = seen.size === 0;
      const part = this.db.table<Row, string>(table).where('id').between(range.from, to, true, isFirst).reverse();
      const rows = await part.limit(READ_CHUNK).toArray();
      for (const row of rows) {
        this.put(table, row);
        seen.add(row.id);
      }
      if (rows.length < READ_CHUNK) break;
      to = rows.at(-1)!.id;
    }
    for (const index of this.indexes.values()) index.retain(table, range, seen);
  }

  private async read(table: EntityName, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += READ_CHUNK) {
      const part = ids.slice(from, from + READ_CHUNK);
      const rows = await this.db.table<Row, string>(table).bulkGet(part);
      for (const [at, row] of rows.entries()) {
        if (row) this.put(table, row);
        else for (const index of this.indexes.values()) index.remove(table, part[at]!);
      }
    }
  }

  private put(table: EntityName, row: Row): void {
    for (const each of indexedTables)
      if (each.table === table) this.indexes.get(each.source)!.put(table, row.id, each.textOf(row));
  }
}
