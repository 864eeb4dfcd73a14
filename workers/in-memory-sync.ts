import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { SyncApi } from '../src/bridge/sync-api.ts';
import { createBrowserPorts } from '../src/lib/browser-ports.ts';
import type { Ports } from '../src/lib/ports.ts';
import { createSyncApi } from './api.ts';
import { withDocumentedApi } from './sync/api-transport.ts';

/**
 * Creates an in-memory IndexedDB and the sync API on top of it, for browsers without storage. Both run in the page
 * instead of a worker.
 */
export function openInMemorySync(): { api: SyncApi; disk: Pick<Ports, 'indexedDB' | 'IDBKeyRange' | 'buckets'> } {
  const disk = { indexedDB: new IDBFactory() as unknown as globalThis.IDBFactory, IDBKeyRange, buckets: undefined };
  const ports = { ...createBrowserPorts((url, init) => fetch(url, init)), ...disk };
  return { api: createSyncApi(withDocumentedApi(ports)), disk };
}
