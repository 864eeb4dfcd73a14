import type { NewsItem } from '../../../contract/entities/news.ts';
import type { PhoneDb } from '../../db/schema/db.ts';

/** Returns a news item with its text; null if it is not on this device or not published by `now` (ISO). */
export async function savedNewsItem(
  db: PhoneDb,
  id: string,
  now: string,
): Promise<{ item: NewsItem; isRead: boolean } | null> {
  const [item, read] = await Promise.all([db.news.get(id), db.news_reads.get(id)]);
  return item && item.published_at <= now ? { item, isRead: read !== undefined } : null;
}
