import { Id, Instant, Lang } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { MediaItem } from './lesson.ts';
import { stores } from './stores.ts';

/**
 * A news item. `body` is sanitised HTML, as in lessons. The row is shared by all users, so whether a user has read it
 * is stored in `news_reads`.
 */
export const NewsItem = z.object({
  id: Id,
  rev: z.int(),
  title: z.string(),
  lead: z.string(),
  body: z.string(),
  language: Lang,
  is_important: z.boolean(),
  /** May be in the future: phones receive the item in advance and show it from this time on. */
  published_at: Instant,
  media: z.array(MediaItem),
});
export type NewsItem = z.infer<typeof NewsItem>;

export const news = defineEntity<NewsItem>({ ...stores.news, schema: NewsItem, policies: {} });
