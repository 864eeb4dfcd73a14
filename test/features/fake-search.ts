import { textSources } from '../../contract/search/text-sources.ts';
import type {
  ContactQuery,
  Duplicate,
  DuplicateQuery,
  FindQuery,
  FindResult,
  InitialLetter,
  TextQuery,
  TextResult,
} from '../../src/bridge/search-api.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { ContactIndex } from '../../workers/search/contact-index.ts';
import { IndexFeed } from '../../workers/search/feed.ts';
import { TextFeed } from '../../workers/search/text-feed.ts';

// Runs the code of the search worker in the page, because jsdom has no workers.

interface Running {
  index: ContactIndex;
  feed: IndexFeed;
  texts: TextFeed;
  loaded: Promise<unknown>;
}

let running: Running | null = null;
const listeners = new Set<() => void>();

/** From now on, makes the search find the contacts of this database. */
export function setSearchedDatabase(db: PhoneDb): void {
  const index = new ContactIndex(db.name.replace('haversack-', ''));
  const onChange = (): void => {
    for (const listener of listeners) listener();
  };
  const feed = new IndexFeed(db, index, onChange);
  const texts = new TextFeed(db, onChange);
  running = { index, feed, texts, loaded: Promise.all([feed.load(), texts.load()]) };
}

export function closeSearch(): void {
  running?.feed.close();
  running?.texts.close();
  running = null;
  listeners.clear();
}

export const search = {
  find: async (_user_id: string, find: FindQuery): Promise<FindResult | null> => {
    if (!running) return null;
    await running.loaded;
    return { ...running.index.find(find), is_complete: true };
  },
  initials: async (_user_id: string, query: ContactQuery): Promise<InitialLetter[] | null> => {
    await running?.loaded;
    return running?.index.initials(query) ?? null;
  },
  findText: async (_user_id: string, { text, limits }: TextQuery): Promise<TextResult | null> => {
    if (!running) return null;
    const { index, texts, loaded } = running;
    await loaded;
    const found = textSources.flatMap((source) => {
      const limit = limits[source];
      if (limit === undefined) return [];
      const find = source === 'contact_notes' ? index.notes.find(text, limit) : texts.find(source, text, limit);
      return [[source, find] as const];
    });
    return { sources: Object.fromEntries(found), is_complete: true };
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
