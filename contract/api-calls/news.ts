import { NewsItem } from '../entities/news.ts';
import { Id, Lang } from '../fields.ts';
import { PageQuery, pageSchema } from '../paging.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

/** Fields added to the shared row for each caller; `image` is a URL. */
const callerFields = { image: z.nullable(z.string()), read: z.boolean() };

const NewsView = z.extend(NewsItem, callerFields);
const NewsSummary = z.omit(NewsView, { body: true });

export const newsCalls = {
  'news.important': defineCall({
    method: 'GET',
    path: '/api/news/important/',
    roles: members,
    summary: 'Important news, unread items first',
    idempotent: false,
    reply: z.array(NewsSummary),
  }),
  'news.list': defineCall({
    method: 'GET',
    path: '/api/news/list',
    roles: members,
    summary: 'News, newest first',
    idempotent: false,
    query: z.extend(PageQuery, { language: z.optional(Lang) }),
    reply: pageSchema(NewsSummary),
  }),
  'news.view': defineCall({
    method: 'GET',
    path: '/api/news/view/{id}',
    roles: members,
    summary: 'A news item',
    idempotent: false,
    params: z.strictObject({ id: Id }),
    reply: NewsView,
  }),
};
