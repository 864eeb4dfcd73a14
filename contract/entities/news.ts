import { Id, Instant, Lang } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { MediaItem } from './lesson.ts';
import { stores } from './stores.ts';

/** `body` is sanitised HTML as a lesson's. Who has read it stands in `news_reads`: a shared row carries nobody's marks. */
export const NewsItem = z.object({
  id: Id,
  rev: z.int(),
  title: z.string(),
  lead: z.string(),
  body: z.string(),
  language: Lang,
  is_important: z.boolean(),
  /** It may lie ahead: phones have the item by then and show it from that moment on. */
  published_at: Instant,
  media: z.array(MediaItem),
});
export type NewsItem = z.infer<typeof NewsItem>;

export const news = defineEntity<NewsItem>({ ...stores.news, schema: NewsItem, policies: {} });
