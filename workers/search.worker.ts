import { expose } from 'comlink';
import type { SearchApi, SearchMessage } from '../src/bridge/search-api.ts';
import { openPhoneDb } from '../src/db/schema/db.ts';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { log } from '../src/lib/log.ts';
import { ContactIndex } from './search/contact-index.ts';
import { IndexFeed } from './search/feed.ts';

// Separate from the sync worker, so that search never waits for a batch.

/** How long the first search waits for the index to be complete; then it answers from what is indexed. */
const LOAD_TIMEOUT_MS = 400;

const ports = browserPorts(() => Promise.reject(new TypeError('a search has no network')));

interface Index {
  user_id: string;
  index: ContactIndex;
  feed: IndexFeed;
  loaded: Promise<void>;
}

let book: Index | null = null;

const post = (message: SearchMessage): void => postMessage(message);

function openIndex(user_id: string): Index {
  // Another tab logs out or upgrades the database: the page starts a new index when it searches again.
  const db = openPhoneDb(user_id, ports, () => {
    made.feed.close();
    post({ type: 'closed' });
  });
  const index = new ContactIndex(user_id);
  const feed = new IndexFeed(db, index, () => post({ type: 'changed' }));
  const loaded = feed.load().catch((error: unknown) => {
    log.warn('contacts could not be read for the search', error);
    post({ type: 'closed' });
  });
  const made: Index = { user_id, index, feed, loaded };
  return made;
}

function current(): Index {
  if (!book) throw new Error('the search was not started');
  return book;
}

const api: SearchApi = {
  start: async (user_id) => {
    if (book?.user_id === user_id) return book.feed.recheck();
    book?.feed.close();
    book = openIndex(user_id);
  },
  find: async (find) => {
    const { index, feed, loaded } = current();
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS))]);
    return { ...index.find(find), is_complete: feed.isComplete };
  },
  duplicates: async (ask) => {
    const { index, loaded } = current();
    await loaded;
    return index.duplicates(ask);
  },
};

expose(api);
