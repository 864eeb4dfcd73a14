import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** Records that a user has read a news item; `id` is the item's id. */
export const NewsRead = z.object({ id: Id, rev: z.int(), read_at: Instant });
export type NewsRead = z.infer<typeof NewsRead>;

export const newsReads = defineEntity<NewsRead>({ ...stores.news_reads, schema: NewsRead, policies: {} });
