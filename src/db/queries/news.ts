import type { NewsItem } from '../../../contract/entities/news.ts';
import type { PhoneDb } from '../schema/db.ts';
import { coverOf } from './lessons.ts';

/** A news item in a list, without its text. */
export interface NewsCard extends Omit<NewsItem, 'body'> {
  /** URL of the cover, or undefined. */
  cover: string | undefined;
  isRead: boolean;
}

export interface NewsList {
  /** Unread important items, newest first. */
  pinned: NewsCard[];
  /** The other items in `language`, or in all languages if there is no item in `language`. */
  items: NewsCard[];
  /** Items in other languages; empty if `items` already contains all languages. */
  others: NewsCard[];
  /** Number of unread items in `pinned` and `items`. */
  unread: number;
}

/** Higher than the number of items that the server sends, which is at most 50 in each of three languages. */
const LIMIT = 200;

async function publishedNews(db: PhoneDb, now: string): Promise<NewsCard[]> {
  const rows = await db.news.where('published_at').between('', now, true, true).reverse().limit(LIMIT).toArray();
  const reads = await db.news_reads.bulkGet(rows.map(({ id }) => id));
  return rows.map(({ body: _, ...item }, index) => ({
    ...item,
    cover: coverOf(item),
    isRead: reads[index] !== undefined,
  }));
}

/** Returns items published by `now` (ISO), newest first, with other languages in a separate list. */
export async function savedNews(db: PhoneDb, language: string, now: string): Promise<NewsList> {
  const all = await publishedNews(db, now);
  const own = all.filter((item) => item.language === language);
  const main = own.length > 0 ? own : all;
  const pinned = main.filter((item) => item.is_important && !item.isRead);
  return {
    pinned,
    items: main.filter((item) => !pinned.includes(item)),
    others: own.length > 0 ? all.filter((item) => item.language !== language) : [],
    unread: main.filter((item) => !item.isRead).length,
  };
}
