import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { SyncApi } from '../src/bridge/sync-api.ts';
import { browserPorts } from '../src/lib/browser-ports.ts';
import type { Ports } from '../src/lib/ports.ts';
import { createSyncApi } from './api.ts';

/** Creates an in-memory IndexedDB, for browsers without storage, and the sync API over it. Runs in the page itself. */
export function openInMemorySync(): { api: SyncApi; disk: Pick<Ports, 'indexedDB' | 'IDBKeyRange'> } {
  const disk = { indexedDB: new IDBFactory() as unknown as globalThis.IDBFactory, IDBKeyRange };
  const ports = { ...browserPorts((url, init) => fetch(url, init)), ...disk };
  return { api: createSyncApi(ports), disk };
}
