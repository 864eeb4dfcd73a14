// Types of the parts of the peers that the benchmark uses. The packages are not installed with the product, so the type
// checker does not see the types that they publish.

declare module 'rxdb' {
  interface RxDocument<T> {
    toJSON(): T;
  }

  interface Query {
    selector?: object;
    sort?: Record<string, 'asc' | 'desc'>[];
    limit?: number;
  }

  export interface RxCollection<T> {
    bulkInsert(rows: readonly T[]): Promise<{ error: unknown[] }>;
    bulkUpsert(rows: readonly T[]): Promise<{ error: unknown[] }>;
    find(query: Query): { exec(): Promise<RxDocument<T>[]> };
  }

  interface RxDatabase {
    addCollections<C>(schemas: Record<keyof C, { schema: object }>): Promise<C>;
  }

  export function createRxDatabase(options: {
    name: string;
    storage: object;
    multiInstance: boolean;
  }): Promise<RxDatabase>;
}

declare module 'rxdb/plugins/storage-dexie' {
  export function getRxStorageDexie(settings: { chromeTransactionDurability: 'strict' }): object;
}

declare module 'pouchdb-browser' {
  interface StoredRevision {
    id: string;
    value: { rev: string };
  }

  export default class PouchDB<T> {
    static plugin(plugin: object): void;
    constructor(name: string);
    bulkDocs(docs: readonly object[]): Promise<{ error?: unknown }[]>;
    allDocs(options: { keys: string[] }): Promise<{ rows: StoredRevision[] }>;
    createIndex(options: { index: { fields: string[] } }): Promise<unknown>;
    find(query: { selector: object; sort: string[]; limit: number }): Promise<{ docs: T[] }>;
  }
}

declare module 'pouchdb-find' {
  const plugin: object;
  export default plugin;
}

declare module '@tanstack/db' {
  interface Transaction {
    isPersisted: { promise: Promise<unknown> };
  }

  export interface Collection<T> {
    preload(): Promise<void>;
    insert(rows: readonly T[]): Transaction;
    update(keys: readonly string[], change: (drafts: T[]) => void): Transaction;
  }

  interface Query<T> {
    where(condition: (rows: { contact: T }) => object): Query<T>;
    orderBy(value: (rows: { contact: T }) => unknown, options: { stringSort: 'lexical' }): Query<T>;
    limit(count: number): Query<T>;
  }

  interface QueryBuilder<T> {
    from(source: { contact: Collection<T> }): Query<T>;
  }

  export function createCollection<T>(options: object): Collection<T>;
  export function ilike(value: unknown, pattern: string): object;
  export function queryOnce<T>(build: (query: QueryBuilder<T>) => Query<T>): Promise<T[]>;
}

declare module '@tanstack/browser-db-sqlite-persistence' {
  export function openBrowserWASQLiteOPFSDatabase(options: { databaseName: string }): Promise<object>;
  export function createBrowserWASQLitePersistence(options: { database: object }): object;
  export function persistedCollectionOptions<T>(options: {
    id: string;
    getKey: (row: T) => string;
    persistence: object;
    schemaVersion: number;
  }): object;
}
