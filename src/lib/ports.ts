/**
 * The device and browser features that the app uses. They are injected, so that a test can run two devices at the same
 * time and simulate a killed device by making its ports do nothing.
 */
export interface Ports {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Called before a sync cycle that must fetch the newest data; absent if each cycle does so anyway. */
  expire?: () => void;
  clock: Clock;
  /** Returns a random number x, 0 <= x < 1. */
  random: () => number;
  locks: Locks;
  channel: (name: string) => Channel;
  /**
   * Whether the browser reports that it is online. Requests are tried in any case; this value only decides whether a
   * failed request is shown as "offline" or as "no answer".
   */
  isOnline: () => boolean;
  /** Absent if the browser has no cache storage. */
  caches?: CacheStorage | undefined;
  /** Storage Buckets; absent if the browser has none. */
  buckets?: Buckets | undefined;
  /** Whether the browser has promised not to evict the default bucket. */
  isPersisted?: () => Promise<boolean>;
  /** The browser's user agent. */
  user_agent?: string;
}

/** The part of navigator.storageBuckets that is used. */
export interface Buckets {
  open(name: string, options: { persisted: boolean }): Promise<Bucket>;
  /** Deletes all files of the bucket and closes its open databases. */
  delete(name: string): Promise<void>;
}

export interface Bucket {
  readonly indexedDB: IDBFactory;
  /** Whether the browser has promised not to evict this bucket. */
  persisted(): Promise<boolean>;
}

export interface Clock {
  /** Device time, ms since 1970. */
  now(): number;
  /** Calls `callback` after `ms`; returns a function that cancels the call. */
  after(ms: number, callback: () => void): () => void;
}

/** The part of navigator.locks that is used. `signal` ends the wait for a lock: the request then rejects. */
export interface Locks {
  request<T>(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    run: (lock: unknown) => Promise<T>,
  ): Promise<T>;
}

/** The part of BroadcastChannel that is used. */
export interface Channel {
  post(message: unknown): void;
  listen(receive: (message: unknown) => void): void;
  close(): void;
}

export const iso = (ms: number): string => new Date(ms).toISOString();
