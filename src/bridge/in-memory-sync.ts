import { openInMemorySync } from '../../workers/in-memory-sync.ts';
import type { Ports } from '../lib/ports.ts';
import { adoptInPageSync } from './sync.ts';

/**
 * [Note: Browsers without storage] Without IndexedDB the app works online only. The page and sync then share an
 * in-memory database, so sync runs in the page. Except for this case and view mode, the page never imports code from
 * workers/.
 */
export function startInMemorySync(): Pick<Ports, 'indexedDB' | 'IDBKeyRange' | 'buckets'> {
  const { api, disk } = openInMemorySync();
  adoptInPageSync(api);
  return disk;
}
