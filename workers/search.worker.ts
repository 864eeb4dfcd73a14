import { expose } from 'comlink';
import type { SearchApi, SearchMessage } from '../src/bridge/search-api.ts';
import { openUserDb } from '../src/db/schema/user-db.ts';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { log } from '../src/lib/log.ts';
import { ContactIndex } from './search/contact-index.ts';
import { IndexFeed } from './search/feed.ts';

// Search has a worker of its own so that it never waits for a batch of the sync worker.

/** How long a search waits for the index to be complete; after that it searches what is indexed so far. */
const LOAD_TIMEOUT_MS = 400;

const ports = browserPorts(() => Promise.reject(new TypeError('the search worker has no network access')));

interface Index {
  index: ContactIndex;
  feed: IndexFeed;
  loaded: Promise<void>;
}

/** The index of the worker's only user. Its database may still be opening; searches wait for that. */
let opened: Promise<Index> | null = null;

const post = (message: SearchMessage): void => postMessage(message);

async function openIndex(user_id: string): Promise<Index> {
  // Called when another tab logs out or upgrades the database. The page starts a new index with its next search.
  const db = await openUserDb(user_id, ports, () => {
    searchIndex.feed.close();
    post({ type: 'closed' });
  });
  const index = new ContactIndex(user_id);
  const feed = new IndexFeed(db, index, () => post({ type: 'changed' }));
  const loaded = feed.load().catch((error: unknown) => {
    log.warn('could not read contacts into the search index', error);
    post({ type: 'closed' });
  });
  const searchIndex: Index = { index, feed, loaded };
  return searchIndex;
}

function current(): Promise<Index> {
  if (!opened) throw new Error('the search index has not been started');
  return opened;
}

const api: SearchApi = {
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

expose(api);
