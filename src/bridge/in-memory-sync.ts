import { openInMemorySync } from '../../workers/in-memory-sync.ts';
import type { Ports } from '../lib/ports.ts';
import { adoptInPageSync } from './sync.ts';

/**
 * [Note: Browsers without storage] Without IndexedDB the app works online only, over an in-memory database that page
 * and sync share, so sync runs in the page. The only place where the page imports code of workers/, and only in this
 * case.
 */
export function startInMemorySync(): Pick<Ports, 'indexedDB' | 'IDBKeyRange'> {
  const { api, disk } = openInMemorySync();
  adoptInPageSync(api);
  return disk;
}
