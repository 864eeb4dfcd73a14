import { IDBFactory } from 'fake-indexeddb';

// Copies in-memory disks. fake-indexeddb offers no copy, so this reads the internal fields of its databases. Its
// version is pinned, and the first schedule fails if those fields change.

interface TreeNode {
  record: { key: unknown; value: unknown };
  left: TreeNode | undefined;
  right: TreeNode | undefined;
  parent: TreeNode | undefined;
}

interface RecordStore {
  records: { _root?: TreeNode };
  put(record: { key: unknown; value: unknown }): void;
}

interface RawIndex {
  records: RecordStore;
  rawObjectStore: RawStore;
}

interface RawStore {
  rawDatabase: RawDatabase;
  records: RecordStore;
  rawIndexes: Map<string, RawIndex>;
  keyGenerator: object | null;
}

interface RawDatabase {
  rawObjectStores: Map<string, RawStore>;
  transactions: unknown[];
  connections: unknown[];
  processTransactions: () => void;
}

const databasesOf = (disk: IDBFactory): Map<string, RawDatabase> =>
  (disk as unknown as { _databases: Map<string, RawDatabase> })._databases;

/** Copies an object with its class. Methods that the constructor bound to the object must be bound again. */
const copyWithClass = <T extends object>(object: T, change: Partial<T>): T =>
  Object.assign(Object.create(Object.getPrototypeOf(object) as object) as T, object, change);

/** Records are never changed in place, so both copies of the tree may share them. */
function copyTree(node: TreeNode | undefined, parent?: TreeNode): TreeNode | undefined {
  if (!node) return undefined;
  const copy: TreeNode = { ...node, parent };
  copy.left = copyTree(node.left, copy);
  copy.right = copyTree(node.right, copy);
  return copy;
}

function copyRecords(store: RecordStore): RecordStore {
  const root = copyTree(store.records._root);
  return copyWithClass(store, { records: copyWithClass(store.records, root ? { _root: root } : {}) });
}

function copyStore(store: RawStore, rawDatabase: RawDatabase): RawStore {
  const copy = copyWithClass(store, {
    rawDatabase,
    records: copyRecords(store.records),
    rawIndexes: new Map<string, RawIndex>(),
    keyGenerator: store.keyGenerator && copyWithClass(store.keyGenerator, {}),
  });
  for (const [name, index] of store.rawIndexes)
    copy.rawIndexes.set(name, copyWithClass(index, { rawObjectStore: copy, records: copyRecords(index.records) }));
  return copy;
}

function copyDatabase(database: RawDatabase): RawDatabase {
  const copy = copyWithClass(database, {
    transactions: [],
    connections: [],
    rawObjectStores: new Map<string, RawStore>(),
  });
  const prototype = Object.getPrototypeOf(database) as RawDatabase;
  copy.processTransactions = prototype.processTransactions.bind(copy);
  for (const [name, store] of database.rawObjectStores) copy.rawObjectStores.set(name, copyStore(store, copy));
  return copy;
}

/** Returns a copy of a disk whose databases are all closed. */
export function copyDisk(disk: IDBFactory): IDBFactory {
  const copy = new IDBFactory();
  for (const [name, database] of databasesOf(disk)) databasesOf(copy).set(name, copyDatabase(database));
  return copy;
}

/** Writes a value to a store without indexes, on a disk whose databases are all closed. */
export function putRaw(disk: IDBFactory, database: string, store: string, key: string, value: unknown): void {
  databasesOf(disk).get(database)!.rawObjectStores.get(store)!.records.put({ key, value });
}
