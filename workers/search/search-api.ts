import { textSources, type TextSource } from '../../contract/search/text-sources.ts';
import type { SearchApi, TextMatches } from '../../src/bridge/search-api.ts';
import { openUserDb } from '../../src/db/schema/user-db.ts';
import { log } from '../../src/lib/log.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { ContactIndex } from './contact-index.ts';
import { IndexFeed } from './feed.ts';
import { TextFeed } from './text-feed.ts';

/**
 * Maximum time in ms that a search waits until the index is complete. After that, it searches the rows that are indexed
 * so far.
 */
const LOAD_TIMEOUT_MS = 400;

interface LoadedTexts {
  feed: TextFeed;
  loaded: Promise<void>;
}

interface Index {
  index: ContactIndex;
  feed: IndexFeed;
  loaded: Promise<void>;
  /** Returns the search index of all entities except contacts; the first call creates it. */
  texts: () => LoadedTexts;
  recheck: () => void;
}

const waitUntilLoaded = (loaded: Promise<unknown>): Promise<unknown> =>
  Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS))]);

/** Opens a user's database and starts to index it. `onClose` is called when the index stops following the database. */
async function openIndex(user_id: string, ports: Ports, onChange: () => void, onClose: () => void): Promise<Index> {
  let openedTexts: LoadedTexts | null = null;
  // Called when another tab logs out or upgrades the database.
  const db = await openUserDb(user_id, ports, () => {
    feed.close();
    openedTexts?.feed.close();
    onClose();
  });
  const index = new ContactIndex(user_id);
  const feed = new IndexFeed(db, index, onChange);
  const load = (part: IndexFeed | TextFeed): Promise<void> =>
    part.load().catch((error: unknown) => {
      log.warn('could not create the search index', error);
      onClose();
    });
  const loaded = load(feed);
  const openTexts = (): LoadedTexts => {
    const texts = new TextFeed(db, onChange);
    return { feed: texts, loaded: load(texts) };
  };
  const recheck = (): void => {
    feed.recheck();
    void openedTexts?.feed.recheck().catch((error: unknown) => log.warn('could not recheck the search index', error));
  };
  return { index, feed, loaded, texts: () => (openedTexts ??= openTexts()), recheck };
}

/**
 * Creates the search API over a user's database. `onClose` is called when the index stops following the database; the
 * page then creates a new one.
 */
export function createSearchApi(ports: Ports, onChange: () => void, onClose: () => void = () => {}): SearchApi {
  /**
   * The index of the user for whom the API was started; null before the start. Searches wait while its database is
   * being opened.
   */
  let opened: Promise<Index> | null = null;

  const current = (): Promise<Index> => {
    if (!opened) throw new Error('the search index has not been started');
    return opened;
  };

  return {
    start: async (user_id) => {
      if (opened) return (await opened).recheck();
      opened = openIndex(user_id, ports, onChange, onClose);
      await opened;
      return undefined;
    },
    find: async (query) => {
      const { index, feed, loaded } = await current();
      await waitUntilLoaded(loaded);
      return { ...index.find(query), is_complete: feed.isComplete };
    },
    initials: async (query) => {
      const { index, loaded } = await current();
      await waitUntilLoaded(loaded);
      return index.initials(query);
    },
    findText: async ({ text, limits }) => {
      const { index, feed, loaded, texts } = await current();
      const otherTexts = texts();
      await waitUntilLoaded(Promise.all([loaded, otherTexts.loaded]));
      const sources: Partial<Record<TextSource, TextMatches>> = {};
      for (const source of textSources) {
        const limit = limits[source];
        if (limit === undefined) continue;
        sources[source] =
          source === 'contact_notes' ? index.notes.find(text, limit) : otherTexts.feed.find(source, text, limit);
      }
      return { sources, is_complete: feed.isComplete && otherTexts.feed.isComplete };
    },
    duplicates: async (query) => {
      const { index, loaded } = await current();
      await loaded;
      return index.duplicates(query);
    },
  };
}
