import type { Contact } from '../../contract/entities/contact.ts';
import type { KeyRange } from '../../src/db/queries/changed-keys.ts';
import { rowPages } from '../../src/db/queries/row-pages.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { ChangeQueue, type UnreadRows } from './change-queue.ts';
import type { ContactIndex } from './contact-index.ts';

/** Number of changed rows per read. It is small because the notes of a contact may be long. */
const READ_CHUNK = 500;

/**
 * Maximum number of changed rows that are read one by one. If more have changed, comparing the index with the database
 * is faster.
 */
const MAX_KEYS_TO_READ = 5_000;

const ID_LENGTH = 36;

/** Keeps an index up to date with the contacts on the phone. */
export class IndexFeed {
  private readonly db: PhoneDb;
  private readonly index: ContactIndex;
  private readonly onChange: () => void;
  private readonly queue: ChangeQueue;
  private rev = 0;
  /** Whether all contacts that existed when indexing started are in the index. */
  isComplete = false;

  constructor(db: PhoneDb, index: ContactIndex, onChange: () => void) {
    this.db = db;
    this.index = index;
    this.onChange = onChange;
    // Subscribes before reading, so that rows that change during the initial read are read again.
    this.queue = new ChangeQueue(db, ['contacts'], (changes) => this.readChanges(changes));
  }

  /** Indexes all contacts. */
  async load(): Promise<void> {
    await this.queue.load(() => this.readAll());
    this.isComplete = true;
    this.onChange();
  }

  /** Checks for changes that the index missed, because a suspended tab receives no notifications. */
  recheck(): void {
    this.queue.add('contacts', null);
  }

  /** Resolves when all changes reported so far are in the index. */
  settled(): Promise<void> {
    return this.queue.settled();
  }

  close(): void {
    this.queue.close();
  }

  private async readChanges(changes: UnreadRows): Promise<void> {
    for (const { ids, ranges, isUnknown } of changes.values()) {
      if (isUnknown || ids.size > MAX_KEYS_TO_READ) await this.compare();
      else await this.readKeys([...ids], ranges);
    }
    this.onChange();
  }

  /** Indexes all contacts. */
  private async readAll(): Promise<void> {
    for await (const rows of rowPages(this.db, 'contacts')) {
      if (this.queue.isClosed) return;
      for (const row of rows) this.put(row);
    }
  }

  /** Indexes all contacts whose ids are in a range, and removes those that no longer exist from the index. */
  private async readRange({ from, to }: KeyRange): Promise<void> {
    // A range with many rows is not a page of the mirror: its ends are changed rows that happen to be far apart. If a
    // deletion reports a range, its ends may also be strings that are not ids.
    if (from.length !== ID_LENGTH || to.length !== ID_LENGTH) return this.compare();
    // One read for the whole page, because each read of packed rows waits for the mirror.
    const rows = await this.db.contacts
      .where('id')
      .between(from, to, true, true)
      .limit(MAX_KEYS_TO_READ + 1)
      .toArray();
    if (rows.length > MAX_KEYS_TO_READ) return this.compare();
    for (const row of rows) this.put(row);
    this.index.retain({ from, to }, new Set(rows.map(({ id }) => id)));
  }

  private put(row: Contact): void {
    this.index.put(row);
    this.rev = Math.max(this.rev, row.rev);
  }

  private async readKeys(ids: readonly string[], ranges: readonly KeyRange[]): Promise<void> {
    await this.read(ids);
    for (const range of ranges) await this.readRange(range);
  }

  private async read(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += READ_CHUNK) {
      const part = ids.slice(from, from + READ_CHUNK);
      const rows = await this.db.contacts.bulkGet(part);
      for (const [at, row] of rows.entries()) {
        if (row) this.put(row);
        else this.index.remove(part[at]!);
      }
    }
  }

  /**
   * Compares the index with the database and reads rows that differ. Rows changed by the server have a higher rev, rows
   * changed locally have a row in `base`, and a different count shows that rows were added or deleted.
   */
  private async compare(): Promise<void> {
    const { db, index } = this;
    const newer = await db.contacts.where('rev').above(this.rev).primaryKeys();
    const locallyChanged = await db.base
      .where('[entity+id]')
      .between(['contacts', ''], ['contacts', '\uffff'])
      .primaryKeys();
    await this.read([...new Set([...newer, ...locallyChanged.map(([, id]) => id)])]);
    if ((await db.contacts.count()) === index.size) return;
    const existing = new Set(await db.contacts.toCollection().primaryKeys());
    for (const id of [...index.allIds()]) if (!existing.has(id)) index.remove(id);
    await this.read([...existing].filter((id) => !index.has(id)));
  }
}
