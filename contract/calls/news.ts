import { NewsItem } from '../entities/news.ts';
import { Id, Lang, PageQuery, paged } from '../fields.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

/** The caller's own fields, added to the shared row; `image` is a URL. */
const own = { image: z.nullable(z.string()), read: z.boolean() };

const NewsView = z.extend(NewsItem, own);
const NewsSummary = z.omit(NewsView, { body: true });

export const newsCalls = {
  'news.important': defineCall({
    method: 'GET',
    path: '/api/news/important/',
    roles: members,
    summary: 'Important news, what is not read yet first',
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
    reply: paged(NewsSummary),
  }),
  'news.view': defineCall({
    method: 'GET',
    path: '/api/news/view/{id}',
    roles: members,
    summary: 'One item of the news',
    idempotent: false,
    params: z.strictObject({ id: Id }),
    reply: NewsView,
  }),
};
