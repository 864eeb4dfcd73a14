import { Dexie, type EntityTable, type Table } from 'dexie';
import type { RowOf } from '../../../contract/entities/index.ts';
import { entityNames, stores, type EntityName } from '../../../contract/entities/stores.ts';
import type { Ports } from '../../lib/ports.ts';
import type { Download } from '../storage/download-row.ts';
import type { BaseRow, Entry, Receipt } from '../outbox/entry.ts';

/** A list too large to mirror, as last fetched. */
export interface Page {
  key: string;
  rows: unknown[];
  /** What was said about the list as a whole. */
  about?: unknown;
  fetched_at: string;
}

/** A row that the running snapshot has brought; what it did not bring goes when it ends. */
interface SnapshotSeen {
  group: string;
  c: EntityName;
  id: string;
}

/** A file that a write needs, or that came with one. `sent_at` is the phone's clock, ms; null until the server has it. */
export interface SavedBlob {
  sha256: string;
  mime: string;
  data: ArrayBuffer;
  bytes: number;
  saved_at: number;
  sent_at: number | null;
}

/** Part of Dexie's word on what changed: a sorted tree of ranges of keys, which it passes to all tabs and workers. */
interface KeyTree {
  from?: unknown;
  to?: unknown;
  l?: KeyTree | null;
  r?: KeyTree | null;
  d?: number;
}

/** Deeper trees hold very many keys: a page of a mirror, not what somebody did. */
const MAX_TREE_DEPTH = 7;

function lastOf(tree: KeyTree, side: 'l' | 'r'): KeyTree {
  const next = tree[side];
  return next ? lastOf(next, side) : tree;
}

// Every live query keeps all keys that changed since it last ran, and one that nothing touches keeps them for ever: a
// mirror of fifty thousand rows would stay in each page, key by key. Very many keys are passed on as one range, from
// the first to the last. This listener comes after Dexie's own and is therefore called before it.
Dexie.on('storagemutated', (parts: Record<string, KeyTree>) => {
  for (const tree of Object.values(parts)) {
    if ((tree.d ?? 0) <= MAX_TREE_DEPTH) continue;
    Object.assign(tree, { from: lastOf(tree, 'l').from, to: lastOf(tree, 'r').to, l: null, r: null, d: 1 });
  }
});

type Tables = { [K in EntityName]: EntityTable<RowOf<K>, 'id'> };

/** One person's database: the mirrored rows as the screens show them, the outbox, and what sync must remember. */
export type PhoneDb = Dexie &
  Tables & {
    outbox: EntityTable<Entry, 'seq'>;
    base: Table<BaseRow, [EntityName, string]>;
    history: EntityTable<Receipt, 'op_id'>;
    meta: Table<{ key: string; value: unknown }, string>;
    pages: EntityTable<Page, 'key'>;
    snapshot_seen: Table<SnapshotSeen, [string, EntityName, string]>;
    blobs: EntityTable<SavedBlob, 'sha256'>;
    downloads: EntityTable<Download, 'sha256'>;
  };

const localTables = {
  outbox: '++seq, &op_id, lane, state, [entity+entity_id]',
  base: '[entity+id]',
  history: 'op_id, server_time',
  meta: 'key',
  pages: 'key',
  snapshot_seen: '[group+c+id]',
};

// What phones have. A version that was released never changes, and none touches the outbox's rows: unsent work outlives
// every upgrade.
const versions: readonly Record<string, string>[] = [
  {
    ...localTables,
    me: 'id',
    tasks: 'id, [state+start_at], closed_at',
    lesson_progress: 'id, last_read_at, state',
    categories: 'id, position',
    lessons: 'id, [category_id+position]',
    comments: 'id, [thread+created_at]',
  },
  {
    handovers: 'id, state',
    contacts: 'id, rev',
    contact_categories: 'id, position',
    interactions: 'id, [contact_id+at]',
    blobs: 'sha256',
  },
  {
    ...Object.fromEntries(entityNames.map((name) => [name, stores[name].indexes])),
    downloads: 'sha256, state, lesson_id',
  },
];

export type DbPorts = Pick<Ports, 'indexedDB' | 'IDBKeyRange'>;

/** Says that another tab wants to upgrade or delete the database: this one must stop writing and reload. */
export type OnSuperseded = () => void;

export const userDbName = (user_id: string): string => `haversack-${user_id}`;

/** Where the files lie that the owner of a database downloaded. */
export const filesCache = (db_name: string): string => `${db_name}-files`;

function dexie(name: string, ports: DbPorts): Dexie {
  return new Dexie(name, {
    indexedDB: ports.indexedDB,
    IDBKeyRange: ports.IDBKeyRange,
    // "Saved on this phone" must survive a killed browser, not only a closed tab.
    chromeTransactionDurability: 'strict',
  });
}

/** Opens (and makes, and upgrades) the database of one user. Every context of the app opens it here. */
export function openPhoneDb(user_id: string, ports: DbPorts, onSuperseded: OnSuperseded = () => {}): PhoneDb {
  const db = dexie(userDbName(user_id), ports) as PhoneDb;
  for (const [index, tables] of versions.entries()) db.version(index + 1).stores(tables);
  db.on('versionchange', () => {
    db.close();
    onSuperseded();
    // Dexie's own listener would open it again at the next query, and an old app would write into a newer shape.
    return false;
  });
  return db;
}

/** What outlives a user on this phone. */
export type DeviceDb = Dexie & {
  values: Table<{ key: string; value: unknown }, string>;
  locked: EntityTable<EncryptedOutbox, 'user_id'>;
};

/** Unsent work of somebody who logged out, as ciphertext. `at` is the phone's clock, ms. */
export interface EncryptedOutbox {
  user_id: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** How many writes, background work left out. */
  count: number;
  at: number;
}

export function openDeviceDb(ports: DbPorts): DeviceDb {
  const db = dexie('haversack-device', ports) as DeviceDb;
  db.version(1).stores({ values: 'key' });
  db.version(2).stores({ values: 'key', locked: 'user_id' });
  return db;
}

/** Deletes a user's database, unsent writes included: only after the person said so. */
export async function deletePhoneDb(user_id: string, ports: DbPorts): Promise<void> {
  await dexie(userDbName(user_id), ports).delete();
}

let pageDiskOverride: DbPorts | null = null;

/** Lets live queries run over a disk that is not the browser's own: Dexie asks for one before it runs any. */
export function setPageDisk(disk: DbPorts): void {
  pageDiskOverride = disk;
  Object.assign(Dexie.dependencies, disk);
}

/** The disk of this page: the browser's own, or what stands in for it. */
export const pageDisk = (): DbPorts =>
  pageDiskOverride ?? { indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange };

/** The browser gives no storage at all: none is there, or a private window refuses it. A full disk is something else. */
export function isStorageUnavailable(error: unknown): boolean {
  if (typeof indexedDB === 'undefined') return true;
  const refusals = ['MissingAPIError', 'SecurityError', 'InvalidStateError', 'NotAllowedError'];
  return error instanceof Error && refusals.includes(error.name);
}

/** Dexie reports a full disk as an AbortError that wraps the QuotaExceededError. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  return error.name === 'QuotaExceededError' || (inner instanceof Error && inner.name === 'QuotaExceededError');
}

/** The tables of all mirrored rows. */
export const entityTables = (db: PhoneDb): Table[] => entityNames.map((name) => db.table(name));
