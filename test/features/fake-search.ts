import type { Duplicate, DuplicateQuery, FindQuery, FindResult } from '../../src/bridge/search-api.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { ContactIndex } from '../../workers/search/contact-index.ts';
import { IndexFeed } from '../../workers/search/feed.ts';

// Runs the parts of the search worker in the page, since jsdom has no workers.

interface Running {
  index: ContactIndex;
  feed: IndexFeed;
  loaded: Promise<void>;
}

let running: Running | null = null;
const listeners = new Set<() => void>();

/** Makes the search find the contacts of this database from now on. */
export function searchIn(db: PhoneDb): void {
  const index = new ContactIndex(db.name.replace('haversack-', ''));
  const feed = new IndexFeed(db, index, () => {
    for (const listener of listeners) listener();
  });
  running = { index, feed, loaded: feed.load() };
}

export function closeSearch(): void {
  running?.feed.close();
  running = null;
  listeners.clear();
}

export const search = {
  find: async (_user_id: string, find: FindQuery): Promise<FindResult | null> => {
    if (!running) return null;
    await running.loaded;
    return { ...running.index.find(find), is_complete: true };
  },
  duplicates: async (_user_id: string, ask: DuplicateQuery): Promise<Duplicate[]> => {
    await running?.loaded;
    return running?.index.duplicates(ask) ?? [];
  },
  recheck: (): void => running?.feed.recheck(),
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
