import { openInMemorySync } from '../../workers/in-memory-sync.ts';
import type { Ports } from '../lib/ports.ts';
import { adoptInPageSync } from './sync.ts';

/**
 * [Note: A browser that keeps nothing] Without IndexedDB the app works online only, over a disk in memory that the page
 * and sync must share, so sync runs in the page. The one place where the page carries code of workers/; loaded for this
 * alone.
 */
export function startInMemorySync(): Pick<Ports, 'indexedDB' | 'IDBKeyRange'> {
  const { api, disk } = openInMemorySync();
  adoptInPageSync(api);
  return disk;
}
