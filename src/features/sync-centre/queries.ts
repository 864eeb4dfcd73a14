import type { EntityName } from '../../../contract/entities/stores.ts';
import type { PhoneDb } from '../../db/db.ts';
import { needsYou, type Entry, type HistoryLine } from '../../db/entry.ts';

/** So many lines at most; more than that nobody reads. */
const MOST_ENTRIES = 300;
const MOST_SENT = 50;

export interface Work {
  needsYou: Entry[];
  /** Oldest first, background work left out. */
  toSend: Entry[];
  background: number;
}

/** Everything that has not reached the server, by what it asks of the person. */
export async function savedWork(db: PhoneDb): Promise<Work> {
  const entries = await db.outbox.orderBy('seq').limit(MOST_ENTRIES).toArray();
  const isTray = (entry: Entry): boolean => needsYou.includes(entry.state);
  return {
    needsYou: entries.filter(isTray),
    toSend: entries.filter((entry) => !isTray(entry) && !entry.background),
    background: entries.filter((entry) => !isTray(entry) && entry.background).length,
  };
}

/** The newest receipts. */
export function savedReceipts(db: PhoneDb): Promise<HistoryLine[]> {
  return db.history
    .orderBy('server_time')
    .reverse()
    .filter((line) => !line.background)
    .limit(MOST_SENT)
    .toArray();
}

export type Collection = Exclude<EntityName, 'me'>;
const collections: readonly Collection[] = ['tasks', 'lesson_progress', 'categories', 'lessons', 'comments'];

/** How many rows of each kind this phone holds. */
export function savedCounts(db: PhoneDb): Promise<[Collection, number][]> {
  return Promise.all(
    collections.map(async (name): Promise<[Collection, number]> => [name, await db.table(name).count()]),
  );
}
