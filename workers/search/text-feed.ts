import type { RowOf } from '../../contract/entities/index.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import { textSources, type TextSource } from '../../contract/search/text-sources.ts';
import type { TextMatches } from '../../src/bridge/search-api.ts';
import { onChangedKeys, type ChangedKeys, type KeyRange } from '../../src/db/queries/changed-keys.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { log } from '../../src/lib/log.ts';
import { TextIndex } from './text-index.ts';
import { indexedTables } from './text-sources.ts';

/** Number of rows per read. It is small because lessons and tickets contain long texts. */
const READ_CHUNK = 200;

/** Maximum number of rows of a table that are indexed. Ids begin with a time, so the newest rows are chosen. */
export const MAX_ROWS = 20_000;

/** Changes within this period are read together. */
const COALESCE_MS = 100;

type Row = RowOf<EntityName>;

/** What must be read of a table: single rows, and all rows within ranges of ids. */
interface Unread {
  ids: Set<string>;
  ranges: KeyRange[];
}

const ALL: KeyRange = { from: '', to: '\uffff' };

/** Returns a text that differs after every sync that fetched rows and after every local write. */
async function versionOf(db: PhoneDb): Promise<string> {
  const [cursors, acknowledged, last] = await Promise.all([
    savedMeta(db, 'cursors'),
    savedMeta(db, 'acknowledged'),
    db.outbox.toCollection().lastKey(),
  ]);
  return JSON.stringify([cursors, acknowledged, last]);
}

const nothing = (): Unread => ({ ids: new Set(), ranges: [] });

const tables = [...new Set(indexedTables.map(({ table }) => table))];

/** Indexes the texts of all searched rows except contacts, and follows their changes. */
export class TextFeed {
  private readonly db: PhoneDb;
  private readonly onChange: () => void;
  private readonly indexes = new Map<TextSource, TextIndex>(textSources.map((source) => [source, new TextIndex()]));
  private readonly stopListening: (() => void)[];
  private waiting = new Map<EntityName, Unread>(tables.map((table) => [table, { ...nothing(), ranges: [ALL] }]));
  private working: Promise<void> | null = null;
  private isClosed = false;
  /** The version of the database when it was last read. */
  private version = '';
  /** Whether every row that existed at the start has been indexed. */
  isComplete = false;

  constructor(db: PhoneDb, onChange: () => void) {
    this.db = db;
    this.onChange = onChange;
    // Subscribes before reading, so that rows that change during the initial read are read again.
    this.stopListening = tables.map((table) => onChangedKeys(db, table, (keys) => this.onKeysChanged(table, keys)));
  }

  /** Indexes all rows. */
  async load(): Promise<void> {
    this.startWork();
    await this.working;
  }

  /**
   * Checks for changes that were missed, because a suspended tab receives no notifications. If there may be any,
   * everything is read again.
   */
  async recheck(): Promise<void> {
    await this.working;
    const version = await versionOf(this.db);
    if (version === this.version) return;
    for (const table of tables) this.onKeysChanged(table, null);
  }

  /** Resolves when all changes reported so far are in the index. */
  async settled(): Promise<void> {
    while (this.working) await this.working;
  }

  find(source: TextSource, text: string, limit: number): TextMatches {
    return this.indexes.get(source)!.find(text, limit);
  }

  close(): void {
    this.isClosed = true;
    for (const stop of this.stopListening) stop();
  }

  private onKeysChanged(table: EntityName, keys: ChangedKeys): void {
    const unread = this.waiting.get(table) ?? nothing();
    if (keys === null) unread.ranges = [ALL];
    else if (!Array.isArray(keys)) unread.ranges.push(keys);
    else for (const key of keys) unread.ids.add(key);
    this.waiting.set(table, unread);
    this.startWork();
  }

  private startWork(): void {
    if (this.working || this.isClosed || this.waiting.size === 0) return;
    this.working = this.work().finally(() => {
      this.working = null;
      this.startWork();
    });
  }

  private async work(): Promise<void> {
    const changes = this.waiting;
    this.waiting = new Map();
    try {
      const version = await versionOf(this.db);
      for (const [table, { ids, ranges }] of changes) {
        for (const range of ranges) await this.readRange(table, range);
        await this.read(table, [...ids]);
      }
      this.version = version;
    } catch (error) {
      // A database that was closed by a logout or an upgrade can no longer be read.
      if (!this.isClosed && this.db.isOpen()) log.warn('could not read changed rows into the search index', error);
      return;
    }
    const isFirst = !this.isComplete;
    this.isComplete = true;
    this.onChange();
    if (!isFirst) await new Promise((resolve) => setTimeout(resolve, COALESCE_MS));
  }

  /** Reads the newest rows of a range, and forgets those that no longer exist. */
  private async readRange(table: EntityName, range: KeyRange): Promise<void> {
    const seen = new Set<string>();
    let { to } = range;
    while (!this.isClosed && seen.size < MAX_ROWS) {
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
