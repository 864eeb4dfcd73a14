import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

/** Queues the write that marks a news item as read. */
export function markNewsRead(store: Store, id: string): Promise<string> {
  return store.write({ kind: 'news.read', id, args: { at: iso(store.now()) } });
}
