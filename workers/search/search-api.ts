import type { SearchApi } from '../../src/bridge/search-api.ts';
import { openUserDb } from '../../src/db/schema/user-db.ts';
import { log } from '../../src/lib/log.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { ContactIndex } from './contact-index.ts';
import { IndexFeed } from './feed.ts';

/**
 * Maximum time in ms that a search waits for the index to be complete; then it searches the contacts indexed so far.
 */
const LOAD_TIMEOUT_MS = 400;

interface Index {
  index: ContactIndex;
  feed: IndexFeed;
  loaded: Promise<void>;
}

/**
 * Creates the search API over a user's database. `onClose` is called when the index no longer follows the database; the
 * page then starts a new one.
 */
export function createSearchApi(ports: Ports, onChange: () => void, onClose: () => void = () => {}): SearchApi {
  /**
   * The index of the user for whom the API was started; null before the start. While its database is opening, searches
   * wait.
   */
  let opened: Promise<Index> | null = null;

  const openIndex = async (user_id: string): Promise<Index> => {
    // Called when another tab logs out or upgrades the database.
    const db = await openUserDb(user_id, ports, () => {
      searchIndex.feed.close();
      onClose();
    });
    const index = new ContactIndex(user_id);
    const feed = new IndexFeed(db, index, onChange);
    const loaded = feed.load().catch((error: unknown) => {
      log.warn('could not read contacts into the search index', error);
      onClose();
    });
    const searchIndex: Index = { index, feed, loaded };
    return searchIndex;
  };

  const current = (): Promise<Index> => {
    if (!opened) throw new Error('the search index has not been started');
    return opened;
  };

  return {
    start: async (user_id) => {
      if (opened) return (await opened).feed.recheck();
      opened = openIndex(user_id);
      await opened;
      return undefined;
    },
    find: async (find) => {
      const { index, feed, loaded } = await current();
      await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS))]);
      return { ...index.find(find), is_complete: feed.isComplete };
    },
    duplicates: async (ask) => {
      const { index, loaded } = await current();
      await loaded;
      return index.duplicates(ask);
    },
  };
}
