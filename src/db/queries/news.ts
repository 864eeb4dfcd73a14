import type { NewsItem } from '../../../contract/entities/news.ts';
import type { PhoneDb } from '../schema/db.ts';
import { coverOf } from './lessons.ts';

/** An item as lists show it: without its text. */
export interface NewsCard extends Omit<NewsItem, 'body'> {
  /** Address of the cover, or undefined. */
  cover: string | undefined;
  isRead: boolean;
}

export interface NewsList {
  /** Important ones that are not read yet, the newest first. */
  pinned: NewsCard[];
  /** The others in the person's language, or all where there are none in it. */
  items: NewsCard[];
  /** What is in other languages; empty where `items` are all. */
  others: NewsCard[];
  /** Not read yet, other languages left out where they stand apart. */
  unread: number;
}

/** The server sends at most fifty of each language. */
const LIMIT = 200;

async function published(db: PhoneDb, now: string): Promise<NewsCard[]> {
  const rows = await db.news.where('published_at').belowOrEqual(now).reverse().limit(LIMIT).toArray();
  const reads = await db.news_reads.bulkGet(rows.map(({ id }) => id));
  return rows.map(({ body: _, ...item }, index) => ({
    ...item,
    cover: coverOf(item),
    isRead: reads[index] !== undefined,
  }));
}

/** What is published by `now` (ISO), newest first, own language apart from the others. */
export async function savedNews(db: PhoneDb, language: string, now: string): Promise<NewsList> {
  const all = await published(db, now);
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
