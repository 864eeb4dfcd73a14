import { Dexie, type EntityTable, type Table } from 'dexie';
import type { RowOf } from '../../../contract/entities/index.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { Ports } from '../../lib/ports.ts';
import type { Download } from '../storage/download-row.ts';
import type { BaseRow, Entry, Receipt } from '../outbox/entry.ts';
import type { ImportDraft, ImportFile, SavedMapping } from './import-draft.ts';
import { packedRows, type Segment } from './packed-rows.ts';
import { latestStores, versions } from './versions.ts';

/** One page of a list that is too large to mirror, as last fetched. */
export interface CachedPage {
  key: string;
  rows: unknown[];
  /** Metadata of the list, such as counts and columns. */
  about?: unknown;
  fetched_at: string;
}

/**
 * A mark for the rows of one entity on a page of the snapshot in progress; rows without a mark are deleted when the
 * snapshot ends. `ids` are the ids of these rows, `id` is the first of them. Earlier versions of the app stored a mark
 * per row, without `ids`.
 */
interface SnapshotSeen {
  group: string;
  c: EntityName;
  id: string;
  ids?: string[];
}

/**
 * A file that is attached to a write, or a downloaded file. `sent_at` is device time, ms; null until the server has the
 * file.
 */
export interface SavedBlob {
  sha256: string;
  mime: string;
  data: ArrayBuffer;
  bytes: number;
  saved_at: number;
  sent_at: number | null;
}

/** Dexie's change notification: a sorted tree of key ranges, which it passes to all tabs and workers. */
interface KeyTree {
  from?: unknown;
  to?: unknown;
  l?: KeyTree | null;
  r?: KeyTree | null;
  d?: number;
}

/** A deeper tree has so many keys that it comes from mirroring a page of rows, not from a user's action. */
const MAX_TREE_DEPTH = 7;

function outermostNode(tree: KeyTree, side: 'l' | 'r'): KeyTree {
  const next = tree[side];
  return next ? outermostNode(next, side) : tree;
}

// Every live query keeps all keys that changed since it last ran, and a query that is never invalidated keeps them
// forever: after mirroring fifty thousand rows, each page would have all these keys in memory. Large trees are replaced
// with one range from the first to the last key. Dexie calls listeners in reverse order of registration, so this one
// runs before Dexie's own.
Dexie.on('storagemutated', (parts: Record<string, KeyTree>) => {
  for (const tree of Object.values(parts)) {
    if ((tree.d ?? 0) <= MAX_TREE_DEPTH) continue;
    Object.assign(tree, {
      from: outermostNode(tree, 'l').from,
      to: outermostNode(tree, 'r').to,
      l: null,
      r: null,
      d: 1,
    });
  }
});

type Tables = { [K in EntityName]: EntityTable<RowOf<K>, 'id'> };

/** A user's database: the mirrored rows as shown, the outbox, and sync state. */
export type PhoneDb = Dexie &
  Tables & {
    outbox: EntityTable<Entry, 'seq'>;
    base: Table<BaseRow, [EntityName, string]>;
    history: EntityTable<Receipt, 'op_id'>;
    meta: Table<{ key: string; value: unknown }, string>;
    pages: EntityTable<CachedPage, 'key'>;
    snapshot_seen: Table<SnapshotSeen, [string, EntityName, string]>;
    segments: Table<Segment, [EntityName, string]>;
    blobs: EntityTable<SavedBlob, 'sha256'>;
    downloads: EntityTable<Download, 'sha256'>;
    import_drafts: EntityTable<ImportDraft, 'id'>;
    import_files: EntityTable<ImportFile, 'id'>;
    import_mappings: EntityTable<SavedMapping, 'signature'>;
  };

export type DbPorts = Pick<Ports, 'indexedDB' | 'IDBKeyRange'>;

/** Ports for opening a user's database, which is either in the default IndexedDB or in that of a storage bucket. */
export type UserDbPorts = DbPorts & Pick<Ports, 'buckets' | 'isPersisted' | 'locks'>;

/** Called when another tab wants to upgrade or delete the database: this tab must stop writing and reload. */
export type OnSuperseded = () => void;

export const userDbName = (user_id: string): string => `haversack-${user_id}`;

/** Returns the name of the cache with the owner's downloaded files. */
export const filesCache = (db_name: string): string => `${db_name}-files`;

function createDexie(name: string, ports: DbPorts): Dexie {
  return new Dexie(name, {
    indexedDB: ports.indexedDB,
    IDBKeyRange: ports.IDBKeyRange,
    // What the app reports as saved on this phone must survive a killed browser, not only a closed tab.
    chromeTransactionDurability: 'strict',
    // A live query always reads the disk. Dexie's cache of results costs the first screens 2 kB of code, and a result
    // that it keeps would not know packed rows.
    cache: 'disabled',
  });
}

/**
 * Returns a user's database in the given IndexedDB; it is created or upgraded when it is opened. Pages and workers call
 * openUserDb instead, which finds out whether the database is in the default IndexedDB or in a storage bucket.
 */
export function openPhoneDb(user_id: string, ports: DbPorts, onSuperseded: OnSuperseded = () => {}): PhoneDb {
  const db = createDexie(userDbName(user_id), ports) as PhoneDb;
  // Declaring only the newest version is enough: no version changes rows, and Dexie compares this version with the
  // existing stores. Declaring all versions would slow down each start, because Dexie parses every declared version
  // again whenever another one is declared.
  db.version(versions.length).stores(latestStores);
  db.use(packedRows);
  db.on('versionchange', () => {
    db.close();
    onSuperseded();
    // Prevents Dexie's own listener from running: it would reopen the database at the next query, and old code would
    // write into a newer schema.
    return false;
  });
  return db;
}

/** Whether an IndexedDB contains a database of this name. True if the browser cannot list its databases. */
export async function hasDb({ indexedDB }: Pick<DbPorts, 'indexedDB'>, name: string): Promise<boolean> {
  const databases = await (indexedDB as Partial<IDBFactory>).databases?.();
  return databases?.some((db) => db.name === name) ?? true;
}

/** The device database, shared by all users of this phone. */
export type DeviceDb = Dexie & {
  values: Table<{ key: string; value: unknown }, string>;
  locked: EntityTable<EncryptedOutbox, 'user_id'>;
};

/** Unsent work of a logged-out user as ciphertext. `at` is the time of the logout: device time, ms. */
export interface EncryptedOutbox {
  user_id: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** Number of writes, without background work. */
  count: number;
  at: number;
}

export function openDeviceDb(ports: DbPorts): DeviceDb {
  const db = createDexie('haversack-device', ports) as DeviceDb;
  db.version(1).stores({ values: 'key' });
  db.version(2).stores({ values: 'key', locked: 'user_id' });
  return db;
}

let pageDiskOverride: DbPorts | null = null;

/**
 * Sets the IndexedDB implementation of this page, so that live queries can use an in-memory database. Dexie requires an
 * implementation before any query.
 */
export function setPageDatabasePorts({ indexedDB, IDBKeyRange }: DbPorts): void {
  pageDiskOverride = { indexedDB, IDBKeyRange };
  Object.assign(Dexie.dependencies, pageDiskOverride);
}

/** Returns the IndexedDB of this page: the browser's own, or the one set by setPageDatabasePorts. */
export const pageDatabasePorts = (): DbPorts =>
  pageDiskOverride ?? { indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange };

/** Whether the browser offers no storage at all, e.g. in a private window. A full disk is a different error. */
export function isStorageUnavailable(error: unknown): boolean {
  if (typeof indexedDB === 'undefined') return true;
  const refusals = ['MissingAPIError', 'SecurityError', 'InvalidStateError', 'NotAllowedError'];
  return error instanceof Error && refusals.includes(error.name);
}

/**
 * Whether the disk is full. Dexie reports an AbortError that wraps the QuotaExceededError, and for several rows a
 * BulkError with the errors of the rows.
 */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  const failures: unknown = 'failures' in error ? error.failures : undefined;
  return error.name === 'QuotaExceededError' || [inner, failures].flat().some(isQuotaError);
}
