/** The outside world as the phone sees it. Handed in, so that two phones fit into one test and a kill is a port gone silent. */
export interface Ports {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  clock: Clock;
  /** 0 <= x < 1. */
  random: () => number;
  locks: Locks;
  channel: (name: string) => Channel;
  /** The browser's word on the network: a hint to tell "offline" from "no answer", never a reason not to try. */
  isOnline: () => boolean;
  /** Where there is one. */
  caches?: CacheStorage | undefined;
  /** The browser's own description of itself. */
  user_agent?: string;
}

export interface Clock {
  /** Milliseconds since 1970 by this phone. */
  now(): number;
  /** Calls back after `ms`; the returned function calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** The part of navigator.locks that is used. */
export interface Locks {
  request<T>(name: string, options: { ifAvailable?: boolean }, run: (lock: unknown) => Promise<T>): Promise<T>;
}

/** The part of BroadcastChannel that is used. */
export interface Channel {
  post(message: unknown): void;
  listen(receive: (message: unknown) => void): void;
  close(): void;
}

export const iso = (ms: number): string => new Date(ms).toISOString();
