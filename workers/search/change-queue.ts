import type { EntityName } from '../../contract/entities/stores.ts';
import { onChangedKeys, type ChangedKeys, type KeyRange } from '../../src/db/queries/changed-keys.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { log } from '../../src/lib/log.ts';

/** Changes within this period are read together. */
const COALESCE_MS = 100;

/**
 * Ranges of rows that the first sync stores within this period are read together, because the screen is updated after
 * each read. The period ends when a single row changes.
 */
const COALESCE_PAGES_MS = 500;

/** Time until rows that could not be read are read again. */
const RETRY_MS = 1_000;

/** What must be read of a table: single rows, all rows within ranges of ids, or any row if the changes are unknown. */
export interface PendingChanges {
  ids: Set<string>;
  ranges: KeyRange[];
  isUnknown: boolean;
}

export type UnreadRows = ReadonlyMap<EntityName, PendingChanges>;

const hasPage = ({ ranges }: PendingChanges): boolean => ranges.length > 0;
const isUrgent = ({ ids, isUnknown }: PendingChanges): boolean => isUnknown || ids.size > 0;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Collects the changes of tables, and passes them to `read` one batch at a time. A batch whose read failed is passed
 * again, together with later changes.
 */
export class ChangeQueue {
  private readonly db: PhoneDb;
  private readonly read: (changes: UnreadRows) => Promise<void>;
  private readonly stopListening: (() => void)[];
  private readonly retryMs: number;
  private waiting = new Map<EntityName, PendingChanges>();
  private working: Promise<void> | null = null;
  /** Ends the wait for further ranges of rows. */
  private wake = (): void => {};
  isClosed = false;

  constructor(
    db: PhoneDb,
    tables: readonly EntityName[],
    read: (changes: UnreadRows) => Promise<void>,
    retryMs = RETRY_MS,
  ) {
    this.db = db;
    this.read = read;
    this.retryMs = retryMs;
    this.stopListening = tables.map((table) => onChangedKeys(db, table, (keys) => this.add(table, keys)));
  }

  /** Runs the first read of all rows. Changes that are reported during this read are read after it. */
  async load(readAll: () => Promise<void>): Promise<void> {
    try {
      this.working = readAll();
      await this.working;
    } finally {
      this.working = null;
      this.startWork();
    }
  }

  /** Adds changed keys of a table; null if any row may have changed. */
  add(table: EntityName, keys: ChangedKeys): void {
    const unread = this.waiting.get(table) ?? { ids: new Set(), ranges: [], isUnknown: false };
    if (keys === null) unread.isUnknown = true;
    else if (!Array.isArray(keys)) unread.ranges.push(keys);
    else for (const key of keys) unread.ids.add(key);
    this.waiting.set(table, unread);
    if (isUrgent(unread)) this.wake();
    this.startWork();
  }

  /** Resolves when all changes reported so far are read. */
  async settled(): Promise<void> {
    while (this.working) await this.working;
  }

  close(): void {
    this.isClosed = true;
    for (const stop of this.stopListening) stop();
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
      await this.read(changes);
    } catch (error) {
      // A database that was closed by a logout or an upgrade can no longer be read.
      if (this.isClosed || !this.db.isOpen()) return;
      log.warn('could not read changed rows into the search index', error);
      this.putBack(changes);
      return pause(this.retryMs);
    }
    await pause(COALESCE_MS);
    if ([...changes.values()].some(hasPage)) await this.waitForPages();
  }

  private async waitForPages(): Promise<void> {
    if ([...this.waiting.values()].some(isUrgent)) return;
    const woken = new Promise<void>((resolve) => (this.wake = resolve));
    await Promise.race([pause(COALESCE_PAGES_MS - COALESCE_MS), woken]);
  }

  private putBack(changes: UnreadRows): void {
    for (const [table, { ids, ranges, isUnknown }] of changes) {
      const newer = this.waiting.get(table);
      this.waiting.set(table, {
        ids: new Set([...ids, ...(newer?.ids ?? [])]),
        ranges: [...ranges, ...(newer?.ranges ?? [])],
        isUnknown: isUnknown || newer?.isUnknown === true,
      });
    }
  }
}
